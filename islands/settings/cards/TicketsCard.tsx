import { toastError } from '../../data/toasts.ts'
import { Choice } from '../../ui/fields/Choice.tsx'
import { useOnDemand } from '../../ui/hooks/use-on-demand.ts'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

const MODES = [
  { value: 'off', label: 'None' },
  { value: 'screen', label: 'On the screen' },
  { value: 'print', label: 'Print at once' },
]
const PAPERS = [
  { value: '80', label: '80 mm' },
  { value: '58', label: '58 mm' },
]

const loadTest = () => import('./TestTicket.tsx').then(loaded => loaded.TestTicket)

export function TicketsCard({ form }: { form: CardForm }) {
  const { ticketMode = '', ticketPaper = '', ticketText = '' } = form.values
  const isOn = ticketMode !== 'off'
  const problem = form.getProblem('ticketText')
  const Test = useOnDemand(loadTest, {
    isWanted: isOn,
    onFailure: () => toastError('Error', 'The test code could not be loaded.'),
  })
  return (
    <SettingsCard
      title="Tickets"
      about="A patient scans the code of their ticket, and their phone shows how many are before them and when they are called. A ticket has no name."
      form={form}
    >
      <Choice
        label="Ticket after a registration"
        options={MODES}
        value={ticketMode}
        onChange={value => form.onEdit({ ticketMode: value })}
      />
      {isOn && (
        <>
          <Choice
            label="Width of the paper"
            options={PAPERS}
            value={ticketPaper}
            onChange={value => form.onEdit({ ticketPaper: value })}
          />
          <label className="field">
            <span className="field__label">Last line on paper</span>
            <input
              className="input"
              value={ticketText}
              placeholder="Please keep this ticket"
              aria-invalid={problem !== null}
              onChange={event => form.onEdit({ ticketText: event.target.value })}
            />
            {problem && (
              <span className="field__problem" role="alert">
                {problem}
              </span>
            )}
          </label>
          {Test && <Test />}
        </>
      )}
    </SettingsCard>
  )
}
