import { EyeOff, Star, UserPlus } from 'lucide-react'
import type { FormEvent, RefObject } from 'react'
import {
  NAME_MAX,
  PRIORITY_REASON_MAX,
  type RegistrationForm,
  toNameInput,
  toReasonInput,
} from '#domain/patients/registration'
import { splitGraphemes } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import { useMaskedInput, useTypedBefore } from '../ui/hooks/use-masked-input.ts'

type Props = RegistrationForm & {
  isBusy: boolean
  canRegister: boolean
  nameInput: RefObject<HTMLInputElement | null>
  onEdit(change: Partial<RegistrationForm>): void
  onRegister(): void
}

const DISCREET_HINT = 'Every TV shows and speaks the number, not the name.'

const CUT_NAME = `Names are cut at ${NAME_MAX} characters.`
const CUT_REASON = `Reasons are cut at ${PRIORITY_REASON_MAX} characters.`

export function RegisterForm({ nameInput, onEdit, onRegister, ...props }: Props) {
  const { name, isPriority, priorityReason, isBusy, canRegister } = props
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
    <form className="stack" onSubmit={submit} noValidate>
      <label className="field">
        <span className="field__label">Patient Name</span>
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
        <Length text={name} max={NAME_MAX} cut={nameMask.isCut && CUT_NAME} />
      </label>
      <span className="visually-hidden" role="status">
        {nameMask.isCut ? CUT_NAME : reasonMask.isCut && CUT_REASON}
      </span>
      <Ticks {...props} onEdit={onEdit} />
      {isPriority && (
        <label className="field">
          <span className="field__label">Priority Reason</span>
          <textarea className="input" rows={2} {...reasonMask.field} />
          <Length
            text={priorityReason}
            max={PRIORITY_REASON_MAX}
            cut={reasonMask.isCut && CUT_REASON}
          />
        </label>
      )}
      <Button
        type="submit"
        variant="primary"
        className="button--large"
        disabled={!canRegister}
        aria-busy={isBusy}
      >
        {isBusy ? <span className="spinner" aria-hidden /> : <UserPlus size={20} aria-hidden />}
        {isBusy ? 'Registering...' : 'Register Patient'}
      </Button>
      <p className="soft">
        Type the name and press Enter. The patient gets the next number and joins the queue. For
        urgent patients, tick Priority Patient and give a reason.
      </p>
    </form>
  )
}

type LengthProps = { text: string; max: number; cut: string | false }

function Length({ text, max, cut }: LengthProps) {
  return (
    <span className="field__hint" aria-hidden>
      {splitGraphemes(text).length}/{max}
      {cut && `. ${cut}`}
    </span>
  )
}

type TicksProps = Pick<Props, 'isPriority' | 'isDiscreet' | 'onEdit'>

function Ticks({ isPriority, isDiscreet, onEdit }: TicksProps) {
  return (
    <div className="register-form__ticks">
      <label className="check">
        <input
          type="checkbox"
          checked={isPriority}
          onChange={event => onEdit({ isPriority: event.target.checked })}
        />
        <Star size={18} aria-hidden />
        Priority Patient
      </label>
      <label className="check" data-tooltip={DISCREET_HINT}>
        <input
          type="checkbox"
          checked={isDiscreet}
          aria-description={DISCREET_HINT}
          onChange={event => onEdit({ isDiscreet: event.target.checked })}
        />
        <EyeOff size={18} aria-hidden />
        Discreet: number only on TVs
      </label>
    </div>
  )
}
