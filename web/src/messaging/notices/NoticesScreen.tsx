// What ParkIt tells the driver of, and by which ways: pushes on this device, and a switch for each kind and way.
import './notices.css'
import { type NoticeSettings, noticeChannels, noticeKinds } from '@parkit/contract/messaging/notices'
import { Bell, Timer } from 'lucide-react'
import { Link, Navigate, useLocation } from '#platform/address.tsx'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { durationText } from '#platform/text.ts'
import { Panel } from '#ui/Panel.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Row } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Select } from '#ui/Select.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Toggle, ToggleRow } from '#ui/Toggle.tsx'
import {
  columns,
  type ReminderMinutes,
  useChoose,
  useCountdown,
  useDevice,
  useNotices,
  useSetReminders,
  useTurn,
} from './notice-queries.ts'
import { canCountDown } from './push-subscription.ts'
import { useNoticeWords } from './words.ts'

export default function NoticesScreen() {
  const words = useNoticeWords()
  const { pathname } = useLocation()
  const query = useNotices()
  if (!useSession().isSignedIn()) return <Navigate to={`/login?next=${pathname}`} />
  return (
    <Screen title={words.title} top={<TopBar title={words.title} back="/profile" />}>
      {query.data ? (
        <>
          <Device />
          <Reminders settings={query.data} />
          <Choices settings={query.data} />
          <Addresses settings={query.data} />
        </>
      ) : query.isError ? (
        <ReadFailed title={words.failed} query={query} />
      ) : (
        <Waiting />
      )}
    </Screen>
  )
}

function Device() {
  const words = useNoticeWords()
  const { data: state = 'off' } = useDevice()
  const turn = useTurn()
  const countdown = useCountdown()
  const on = turn.isPending ? turn.variables : state === 'on'
  const can = state === 'on' || state === 'off'
  return (
    <Panel className="notices__device">
      {state === 'unsupported' ? (
        <Row icon={<Bell size={24} />} title={words.device} sub={words.deviceStates[state]} />
      ) : (
        <ToggleRow
          icon={<Bell size={24} />}
          label={words.device}
          sub={words.deviceStates[state]}
          checked={on}
          disabled={!can || turn.isPending}
          onChange={event => turn.mutate(event.target.checked)}
        />
      )}
      {state !== 'unsupported' && canCountDown() && (
        <ToggleRow
          icon={<Timer size={24} />}
          label={words.countdown}
          sub={words.countdownText}
          checked={countdown.isOn}
          disabled={!can || turn.isPending || countdown.isPending}
          onChange={event => countdown.turn(event.target.checked)}
        />
      )}
    </Panel>
  )
}

/** what is offered; the server takes any whole minutes within its bounds */
const offered = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120]

/** The last reminder is after the first: what would not be is not offered. */
function Reminders({ settings: { FirstMinutes, LastMinutes } }: { settings: NoticeSettings }) {
  const words = useNoticeWords()
  const language = useLanguage()
  const { mutate: setReminders } = useSetReminders()
  const minutes = { FirstMinutes, LastMinutes }
  const field = (name: keyof ReminderMinutes, label: string, isOffered: (minutes: number) => boolean) => (
    <Select
      label={label}
      value={String(minutes[name])}
      onChange={event => setReminders({ ...minutes, [name]: Number(event.target.value) })}
      options={[...new Set([...offered.filter(isOffered), minutes[name]])]
        .toSorted((a, b) => a - b)
        .map(value => ({ value: String(value), label: words.before(durationText(value, language)) }))}
    />
  )
  return (
    <div className="notices__reminders">
      {field('FirstMinutes', words.firstReminder, value => value > LastMinutes)}
      {field('LastMinutes', words.lastReminder, value => value < FirstMinutes)}
    </div>
  )
}

function Choices({ settings }: { settings: NoticeSettings }) {
  const words = useNoticeWords()
  const { mutate: choose } = useChoose()
  const kindText = {
    ...words.kinds,
    ends15: words.left(settings.FirstMinutes),
    ends5: words.left(settings.LastMinutes),
  }
  const reaches = { push: true, mail: settings.Email !== null, sms: settings.Phone !== null }
  return (
    <table className="notices__table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{words.kind}</span>
          </th>
          {noticeChannels.map(channel => (
            <th key={channel} scope="col" className="t-sm t-2">
              {words.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.Kinds.map(row => (
          <tr key={row.Kind}>
            <th scope="row">
              <span className="row__t">{kindText[row.Kind]}</span>
            </th>
            {noticeChannels.map(channel => (
              <td key={channel}>
                <Toggle
                  aria-label={words.by(kindText[row.Kind], words.channels[channel])}
                  checked={reaches[channel] && row[columns[channel]]}
                  disabled={!reaches[channel]}
                  onChange={event => choose({ Kind: row.Kind, Channel: channel, On: event.target.checked })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Addresses({ settings: { Email, Phone, PushDevices } }: { settings: NoticeSettings }) {
  const words = useNoticeWords()
  return (
    <div className="notices__to t-sm t-2">
      <p>{words.always}</p>
      <p>{words.pushGoes(PushDevices)}</p>
      {Email ? (
        <p>{words.mailGoes(Email)}</p>
      ) : (
        <p>
          {words.noMail} <Link to="/completeaccount">{words.addMail}</Link>
        </p>
      )}
      {Phone && <p className="num">{words.smsGoes(phoneText(Phone))}</p>}
    </div>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={76} radius={16} />
      <div className="notices__waits">
        {noticeKinds.map(kind => (
          <Skeleton key={kind} height={32} />
        ))}
      </div>
    </Loading>
  )
}
