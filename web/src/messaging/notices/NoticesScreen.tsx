// What ParkIt tells the driver of, and by which ways: pushes on this device, and a switch for each kind and way.
import './notices.css'
import { type NoticeSettings, noticeChannels, noticeKinds } from '@parkit/contract/messaging/notices'
import { Bell } from 'lucide-react'
import { Link, Navigate, useLocation } from '#platform/address.tsx'
import { phoneText } from '#platform/contact-text.ts'
import { useSession } from '#platform/session.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Panel } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Toggle, ToggleRow } from '#ui/Toggle.tsx'
import { columns, useChoose, useDevice, useNotices, useTurn } from './notice-queries.ts'
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
  const on = turn.isPending ? turn.variables : state === 'on'
  const can = state === 'on' || state === 'off'
  return (
    <Panel className="notices__device">
      <ToggleRow
        icon={<Bell size={24} />}
        label={words.device}
        sub={words.deviceStates[state]}
        checked={on}
        disabled={!can || turn.isPending}
        onChange={event => turn.mutate(event.target.checked)}
      />
    </Panel>
  )
}

function Choices({ settings }: { settings: NoticeSettings }) {
  const words = useNoticeWords()
  const { mutate: choose } = useChoose()
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
              <span className="row__t">{words.kinds[row.Kind]}</span>
            </th>
            {noticeChannels.map(channel => (
              <td key={channel}>
                <Toggle
                  aria-label={words.by(words.kinds[row.Kind], words.channels[channel])}
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
