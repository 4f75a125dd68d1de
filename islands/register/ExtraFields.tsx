import {
  type FormTexts,
  OPTIONAL_FIELDS,
  type OptionalField,
  PATIENT_FIELDS,
} from '#domain/patients/patient-fields'
import { type FieldProblem, TextField } from '../ui/fields/TextField.tsx'

type Props = {
  form: FormTexts
  asksPhone: boolean
  problem: FieldProblem | null
  onEdit(change: Partial<FormTexts>): void
}

export function ExtraFields({ form, asksPhone, problem, onEdit }: Props) {
  return listAskedFields(asksPhone).map(field => {
    const { label, max, inputType } = PATIENT_FIELDS[field]
    return (
      <TextField
        key={field}
        label={`${label} (optional)`}
        name={field}
        type={inputType}
        autoComplete="off"
        maxLength={max}
        problem={problem}
        value={form[field]}
        onChange={event => onEdit({ [field]: event.target.value })}
      />
    )
  })
}

export function listAskedFields(asksPhone: boolean): OptionalField[] {
  return OPTIONAL_FIELDS.filter(field => asksPhone || !PATIENT_FIELDS[field].asked)
}
