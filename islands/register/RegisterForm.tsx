import type { FormEvent, ReactNode, RefObject } from 'react'
import { cleanName } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import { NamesakeLine } from './NamesakeLine.tsx'
import type { Namesake } from './namesake.ts'
import { PatientFields, type PatientForm, submitByEnter } from './PatientFields.tsx'
import './RegisterForm.css'

type Props = PatientForm & {
  /** Content between the name and the checkboxes. */
  children?: ReactNode
  isBusy: boolean
  canRegister: boolean
  namesake: Namesake | null
  nameInput: RefObject<HTMLInputElement | null>
  onEdit(change: Partial<PatientForm>): void
  onRegister(): void
}

export function RegisterForm({ children, onRegister, ...props }: Props) {
  const { isBusy, canRegister, namesake, ...fields } = props

  function submit(event: FormEvent) {
    event.preventDefault()
    onRegister()
  }

  return (
    <form className="register-form" onSubmit={submit} onKeyDown={submitByEnter} noValidate>
      <h2 className="card__title">Register Patient</h2>
      <PatientFields {...fields} isPriorityShown={cleanName(fields.name) !== ''}>
        <NamesakeLine namesake={namesake} nameInput={fields.nameInput} />
        {children}
      </PatientFields>
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
