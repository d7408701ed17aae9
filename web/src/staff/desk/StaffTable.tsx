// Who works at the desk: leads invite by e-mail and remove; everybody sees who is there.
import { inviteStaff, removeStaff, roles, type StaffRow } from '@parkit/contract/staff/desk-staff'
import { StaffForm } from '@parkit/contract/staff/desk-staff-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { send } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Question } from '#ui/Question.tsx'
import { Select } from '#ui/Select.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { DeskForm } from './DeskForm.tsx'
import { useDeskMutation, useStaff } from './desk-queries.ts'
import { Table } from './Table.tsx'
import { useDeskWords } from './words.ts'

export default function StaffTable() {
  const words = useDeskWords()
  const query = useStaff()
  const queries = useQueryClient()
  const [inviting, setInviting] = useState(false)
  const leads = query.data?.Me.Role === 'lead'
  return (
    <Table
      title={words.staff}
      heads={[words.name, words.email, words.role, words.state]}
      query={query}
      items={query.data?.Items}
      row={member => (
        <MemberRow
          key={member.StaffId}
          member={member}
          removable={leads && member.StaffId !== query.data?.Me.StaffId}
        />
      )}
      action={
        leads && (
          <Button icon={<UserPlus size={20} />} onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      <Sheet open={inviting} title={words.invite} wide="dialog" onClose={() => setInviting(false)}>
        <DeskForm
          schema={StaffForm}
          start={{ Email: '', Role: 'agent' }}
          action={words.sendInvitation}
          sending={words.sending}
          onSend={async body => {
            await send(inviteStaff, { body })
            await queries.invalidateQueries({ queryKey: ['desk.staff'] })
            toast.success(words.inviteSent)
            setInviting(false)
          }}
        >
          {at => (
            <>
              <p className="t-2">{words.inviteOther}</p>
              <Field label={words.email} type="email" inputMode="email" autoCapitalize="none" {...at('Email')} />
              <Select
                label={words.role}
                help={words.roleHelp}
                options={roles.map(value => ({ value, label: words.roles[value] }))}
                {...at('Role')}
              />
            </>
          )}
        </DeskForm>
      </Sheet>
    </Table>
  )
}

function MemberRow({ member, removable }: { member: StaffRow; removable: boolean }) {
  const words = useDeskWords()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const remove = useDeskMutation(() => send(removeStaff, { params: { staffId: member.StaffId } }), ['desk.staff'])
  const who = member.Name || member.Email
  return (
    <tr>
      <td>{member.Name || '–'}</td>
      <td className="desk__words">{member.Email}</td>
      <td>{words.roles[member.Role]}</td>
      <td>
        <span className="desk__state">
          <span>{member.Invited ? words.invited : words.active}</span>
          {removable && (
            <Button size="sm" variant="quiet" aria-label={words.removeWho(who)} onClick={() => setIsAsking(true)}>
              {words.remove}
            </Button>
          )}
        </span>
        <Question
          open={isAsking}
          title={words.removeWho(who)}
          yes={words.remove}
          no={words.cancel}
          isPending={remove.isPending}
          onYes={() => remove.mutate(undefined, { onSettled: close })}
          onClose={close}
        >
          <p>{words.removeText}</p>
        </Question>
      </td>
    </tr>
  )
}
