import { PHONE_INPUT_MAX } from '#domain/patients/phone'
import { type FieldProblem, TextField } from '../ui/fields/TextField.tsx'

type Props = {
  phone: string
  problem: FieldProblem | null
  onEdit(change: { phone: string }): void
}

export function PhoneField({ phone, problem, onEdit }: Props) {
  return (
    <TextField
      label="Phone (optional)"
      name="phone"
      type="tel"
      autoComplete="off"
      maxLength={PHONE_INPUT_MAX}
      problem={problem}
      value={phone}
      onChange={event => onEdit({ phone: event.target.value })}
    />
  )
}
