// Refunds that wait for a second person, and what was decided: approved or refused by another lead, withdrawn by the maker.
import { moneyText } from '@parkit/contract/platform/money'
import { approveProposal, type Proposal, refuseProposal, withdrawProposal } from '@parkit/contract/staff/desk-proposals'
import { RefusalForm } from '@parkit/contract/staff/desk-proposals-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { send } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { DeskForm } from './DeskForm.tsx'
import { itemsOf, useDeskMutation, useProposals, useStaff } from './desk-queries.ts'
import { More, Table } from './Table.tsx'
import { At, Driver } from './Tables.tsx'
import { useDeskWords } from './words.ts'

export default function ProposalTable() {
  const words = useDeskWords()
  const pages = useProposals()
  const queries = useQueryClient()
  const [refusing, setRefusing] = useState<Proposal | null>(null)
  return (
    <Table
      title={words.proposals}
      heads={[words.when, words.driver, words.amount, words.reason, words.state]}
      query={pages}
      items={pages.data && itemsOf(pages.data.pages, ({ ProposalId }) => ProposalId)}
      row={proposal => (
        <tr key={proposal.ProposalId}>
          <td>
            <At at={proposal.At} />
          </td>
          <td>{proposal.Driver.Name && <Driver of={proposal.Driver} />}</td>
          <td className="num">{moneyText(proposal.Amount)}</td>
          <td className="desk__words">
            {proposal.Reason} <small className="num nb">{proposal.SessionId}</small>
          </td>
          <td>
            <Decision proposal={proposal} onRefuse={() => setRefusing(proposal)} />
          </td>
        </tr>
      )}
    >
      <More pages={pages} />
      <Sheet open={refusing !== null} title={words.refuseTitle} wide="dialog" onClose={() => setRefusing(null)}>
        {refusing && (
          <DeskForm
            schema={RefusalForm}
            start={{ Reason: '' }}
            action={words.refuse}
            sending={words.refusing}
            onSend={async body => {
              await send(refuseProposal, { params: { id: refusing.ProposalId }, body })
              await queries.invalidateQueries({ queryKey: ['desk.proposals'] })
              setRefusing(null)
            }}
          >
            {at => <TextArea label={words.reason} {...at('Reason')} />}
          </DeskForm>
        )}
      </Sheet>
    </Table>
  )
}

function Decision({ proposal, onRefuse }: { proposal: Proposal; onRefuse: () => void }) {
  const words = useDeskWords()
  const me = useStaff().data?.Me
  const changed = [['desk.proposals'], ['desk.facts'], ['desk.rest'], ['desk.session']]
  const params = { id: proposal.ProposalId }
  const approve = useDeskMutation(() => send(approveProposal, { params }), ...changed)
  const withdraw = useDeskMutation(() => send(withdrawProposal, { params }), ...changed)
  const decision = useRef<HTMLSpanElement>(null)
  const isDecidedHere = proposal.State !== 'open' && (approve.isSuccess || withdraw.isSuccess)
  // the pressed button is gone
  useEffect(() => {
    if (isDecidedHere) decision.current?.focus()
  }, [isDecidedHere])
  const state = words.proposalStates[proposal.State]
  if (proposal.State !== 'open')
    return (
      <span ref={decision} tabIndex={-1}>
        {[state, proposal.DecidedBy?.Name].filter(Boolean).join(', ')}
      </span>
    )
  const isOwn = proposal.MadeBy.StaffId === me?.StaffId
  return (
    <span className="desk__state">
      <span>
        {state} <small>{words.proposedBy(proposal.MadeBy.Name || proposal.MadeBy.Email)}</small>
      </span>
      {isOwn && (
        <Button size="sm" variant="quiet" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {words.withdraw}
        </Button>
      )}
      {!isOwn && me?.Role === 'lead' && (
        <>
          <Button size="sm" loading={approve.isPending} onClick={() => approve.mutate()}>
            {words.approve(moneyText(proposal.Amount))}
          </Button>
          <Button size="sm" variant="quiet" onClick={onRefuse}>
            {words.refuse}
          </Button>
        </>
      )}
    </span>
  )
}
