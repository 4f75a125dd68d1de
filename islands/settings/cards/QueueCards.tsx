import { onDemand } from '../../ui/on-demand.ts'
import { useForm } from '../fields/form.ts'
import { SettingsCard } from '../fields/SettingsCard.tsx'
import { ChoiceField, SwitchField, TextField } from '../fields/setting-fields.tsx'
import { HoldPresetsCard } from './HoldPresetsCard.tsx'

const WEIGHTS = [
  ['1', 'Once'],
  ['1.5', '1.5 times'],
  ['2', 'Twice'],
  ['3', '3 times'],
  ['always', 'Always first'],
] as const
const READERS = [
  ['admin', 'Administrators'],
  ['staff', 'All staff'],
] as const

export function QueueCards() {
  return (
    <>
      <SettingsCard
        title="Order of Calling"
        about="For Call next on the Queue and Dispensary screens. Call always calls the patient of its row."
      >
        <ChoiceField
          setting="orderWeight"
          label="The waiting time of priority patients counts"
          options={WEIGHTS}
        />
        <TextField
          setting="orderLimitMinutes"
          label="A patient who has waited longer than this many minutes goes first"
          inputMode="numeric"
        />
        <TextField
          setting="missedCalls"
          label="A patient who missed a call returns after this many other calls"
          inputMode="numeric"
        />
      </SettingsCard>
      <HoldPresetsCard />
      <TicketsCard />
      <SettingsCard
        title="Reports"
        about="Reports show how many patients came, and how long they waited. They have no names."
      >
        <TextField
          setting="waitTargetMinutes"
          label="Patients should be called within this many minutes"
          inputMode="numeric"
        />
        <ChoiceField setting="reportsFor" label="Who reads reports" options={READERS} />
      </SettingsCard>
      <SettingsCard
        title="First Steps"
        about="A list on the Dashboard for administrators: what a new clinic still has to do."
      >
        <SwitchField setting="showGettingStarted" label="Show the first steps that are not done" />
      </SettingsCard>
    </>
  )
}

const TICKET_MODES = [
  ['off', 'None'],
  ['screen', 'On the screen'],
  ['print', 'Print at once'],
] as const
const PAPERS = [
  ['80', '80 mm'],
  ['58', '58 mm'],
] as const

const TestTicket = onDemand(
  () => import('./TestTicket.tsx').then(loaded => loaded.TestTicket),
  'The test code could not be loaded.',
)

function TicketsCard() {
  const isOn = useForm().values.ticketMode !== 'off'
  return (
    <SettingsCard
      title="Tickets"
      about="A patient scans the code of their ticket, and their phone shows how many are before them and when they are called. A ticket has no name."
    >
      <ChoiceField
        setting="ticketMode"
        label="Ticket after a registration"
        options={TICKET_MODES}
      />
      {isOn && (
        <>
          <ChoiceField setting="ticketPaper" label="Width of the paper" options={PAPERS} />
          <TextField
            setting="ticketText"
            label="Last line on paper"
            placeholder="Please keep this ticket"
            keepsSpaces
          />
          <TestTicket />
        </>
      )}
    </SettingsCard>
  )
}
