import { Star } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import {
  NAME_MAX,
  PRIORITY_REASON_MAX,
  type RegistrationForm,
  toNameInput,
  toReasonInput,
} from '#domain/patients/registration'
import { cleanName, splitGraphemes } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import { useMaskedInput, useTypedBefore } from '../ui/hooks/use-masked-input.ts'
import { NamesakeLine } from './NamesakeLine.tsx'
import type { Namesake } from './namesake.ts'
import { ReasonChips } from './ReasonChips.tsx'
import './RegisterForm.css'

type Props = RegistrationForm & {
  /** Between the name and what is ticked. */
  children?: ReactNode
  isBusy: boolean
  canRegister: boolean
  namesake: Namesake | null
  nameInput: RefObject<HTMLInputElement | null>
  onEdit(change: Partial<RegistrationForm>): void
  onRegister(): void
}

const DISCREET_HINT = 'Every TV shows and speaks the number, not the name.'

const CUT_NAME = `Names are cut at ${NAME_MAX} characters.`
const CUT_REASON = `Reasons are cut at ${PRIORITY_REASON_MAX} characters.`

export function RegisterForm({ nameInput, onEdit, onRegister, ...props }: Props) {
  const { name, isPriority, priorityReason, isBusy, canRegister } = props
  const reasonId = useId()
  const nameMask = useMaskedInput(name, toNameInput, value => onEdit({ name: value }))
  const reasonMask = useMaskedInput(priorityReason, toReasonInput, value =>
    onEdit({ priorityReason: value }),
  )

  useTypedBefore(nameInput, nameMask.edit)

  function submit(event: FormEvent) {
    event.preventDefault()
    onRegister()
  }

  return (
    <form className="register-form" onSubmit={submit} onKeyDown={submitByEnter} noValidate>
      <h2 className="card__title">Register Patient</h2>
      <label className="register-form__field">
        <Label title="Patient Name" text={name} max={NAME_MAX} cut={nameMask.isCut && CUT_NAME} />
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
      <NamesakeLine namesake={props.namesake} nameInput={nameInput} />
      {props.children}
      <Ticks {...props} onEdit={onEdit} />
      {isPriority && (
        <div className="register-form__reason">
          <label htmlFor={reasonId}>
            <Label
              title="Priority Reason"
              text={priorityReason}
              max={PRIORITY_REASON_MAX}
              cut={reasonMask.isCut && CUT_REASON}
            />
          </label>
          <ReasonChips reason={priorityReason} onChange={reasonMask.edit} />
          <textarea id={reasonId} className="input" rows={2} {...reasonMask.field} />
        </div>
      )}
      <div className="register-form__end">
        <Button type="submit" variant="primary" disabled={!canRegister} aria-busy={isBusy}>
          {isBusy && <span className="spinner" aria-hidden />}
          {isBusy ? 'Registering...' : 'Register Patient'}
          {!isBusy && <kbd aria-hidden>Enter</kbd>}
        </Button>
        <p className="soft">
          Enter registers from every field.
          <br />
          The next name can be typed at once.
        </p>
      </div>
    </form>
  )
}

/** Held down, Enter registers once. In the reason's field, too, it makes no new line. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const isInReason = event.target instanceof HTMLTextAreaElement
  if (event.repeat || isInReason) event.preventDefault()
  if (isInReason && !event.repeat) event.currentTarget.requestSubmit()
}

type LabelProps = { title: string; text: string; max: number; cut: string | false }

function Label({ title, text, max, cut }: LabelProps) {
  return (
    <span className="register-form__label">
      {title}
      <span className="field__hint" aria-hidden>
        {splitGraphemes(text).length}/{max}
        {cut && `. ${cut}`}
      </span>
    </span>
  )
}

type TicksProps = Pick<Props, 'name' | 'isPriority' | 'isDiscreet' | 'onEdit'>

/** Priority keeps its place while there is no name. */
function Ticks({ name, isPriority, isDiscreet, onEdit }: TicksProps) {
  return (
    <div className="register-form__ticks">
      <label className="check" data-hidden={cleanName(name) === ''}>
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
