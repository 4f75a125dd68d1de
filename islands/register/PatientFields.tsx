import { Check, Star } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId } from 'react'
import { PATIENT_FIELDS } from '#domain/patients/patient-fields'
import {
  hasReason,
  PRIORITY_REASONS,
  type RegistrationForm,
  toggleReason,
} from '#domain/patients/registration'
import { splitGraphemes } from '#domain/text'
import { useMaskedInput, useTypedBefore } from '../ui/hooks/use-masked-input.ts'

export type PatientForm = Omit<RegistrationForm, 'queueId'>

type Props = PatientForm & {
  children?: ReactNode
  nameInput: RefObject<HTMLInputElement | null>
  /** True even without a name in the edit dialog, because kiosk patients may have no name. */
  isPriorityShown: boolean
  onEdit(change: Partial<PatientForm>): void
}

const DISCREET_HINT = 'TVs will show and say only the number.'

const NAME = PATIENT_FIELDS.name
const REASON = PATIENT_FIELDS.priorityReason
const CUT_NAME = `Names are limited to ${NAME.max} characters.`
const CUT_REASON = `Reasons are cut at ${REASON.max} characters.`

export function PatientFields({ children, nameInput, onEdit, ...props }: Props) {
  const { name, isPriority, priorityReason } = props
  const reasonId = useId()
  const nameMask = useMaskedInput(name, NAME.toInput, value => onEdit({ name: value }))
  const reasonMask = useMaskedInput(priorityReason, REASON.toInput, value =>
    onEdit({ priorityReason: value }),
  )

  useTypedBefore(nameInput, nameMask.edit)

  return (
    <>
      <label className="field">
        <Label title="Patient Name" text={name} max={NAME.max} cut={nameMask.isCut && CUT_NAME} />
        <input
          ref={nameInput}
          className="input input--large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: reception opens this page to type a name
          autoFocus
          {...nameMask.field}
        />
      </label>
      <span className="visually-hidden" role="status">
        {nameMask.isCut ? CUT_NAME : reasonMask.isCut && CUT_REASON}
      </span>
      {children}
      <Ticks {...props} onEdit={onEdit} />
      {isPriority && (
        <div className="inset stack stack--medium">
          <label htmlFor={reasonId}>
            <Label
              title="Priority Reason"
              text={priorityReason}
              max={REASON.max}
              cut={reasonMask.isCut && CUT_REASON}
            />
          </label>
          <ReasonChips reason={priorityReason} onChange={reasonMask.edit} />
          <textarea id={reasonId} className="input" rows={2} {...reasonMask.field} />
        </div>
      )}
    </>
  )
}

/** Submits once if Enter is held down. In the reason's field, Enter submits without a new line. */
export function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const isInReason = event.target instanceof HTMLTextAreaElement
  if (event.repeat || isInReason) event.preventDefault()
  if (isInReason && !event.repeat) event.currentTarget.requestSubmit()
}

type LabelProps = { title: string; text: string; max: number; cut: string | false }

function Label({ title, text, max, cut }: LabelProps) {
  return (
    <span className="register-form__label apart small strong">
      {title}
      <span className="field__hint" aria-hidden>
        {splitGraphemes(text).length}/{max}
        {cut && `. ${cut}`}
      </span>
    </span>
  )
}

type TicksProps = Pick<Props, 'isPriority' | 'isDiscreet' | 'isPriorityShown' | 'onEdit'>

/** Reserves space for Priority while it is hidden. */
function Ticks({ isPriority, isDiscreet, isPriorityShown, onEdit }: TicksProps) {
  return (
    <div className="register-form__ticks row apart">
      <label className="check" data-hidden={!isPriorityShown}>
        <input
          type="checkbox"
          checked={isPriority}
          onChange={event => onEdit({ isPriority: event.target.checked })}
        />
        <span>
          <Star className="priority-star" size={16} fill="currentColor" aria-hidden />
          Priority Patient
        </span>
      </label>
      <label className="check" data-tooltip={DISCREET_HINT}>
        <input
          type="checkbox"
          checked={isDiscreet}
          aria-description={DISCREET_HINT}
          onChange={event => onEdit({ isDiscreet: event.target.checked })}
        />
        Discreet: number only on TVs
      </label>
    </div>
  )
}

type ChipsProps = { reason: string; onChange(reason: string): void }

/** Chips of reasons. A press focuses the field, so that Enter registers and more can be typed. */
function ReasonChips({ reason, onChange }: ChipsProps) {
  function toggle({ currentTarget }: MouseEvent, toggled: string | null) {
    if (toggled !== null) onChange(toggled)
    currentTarget.closest('form')?.querySelector('textarea')?.focus()
  }

  return (
    <fieldset className="row" aria-label="Frequent reasons">
      {PRIORITY_REASONS.map(word => {
        const isOn = hasReason(reason, word)
        const toggled = toggleReason(reason, word)
        return (
          <button
            key={word}
            type="button"
            className="reason-chip line medium"
            aria-pressed={isOn}
            aria-disabled={toggled === null}
            onClick={event => toggle(event, toggled)}
          >
            {isOn && <Check size={14} aria-hidden />}
            {word}
          </button>
        )
      })}
    </fieldset>
  )
}
