import { type FormEvent, useRef, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { toFormTexts } from '#domain/patients/patient-fields'
import { cleanText } from '#domain/text'
import { api, getErrorMessage, toPath, unwrap } from '../data/api.ts'
import { sendWrite } from '../data/mutation.ts'
import { toast } from '../data/toasts.ts'
import { formatListNumber } from '../patients/dated-number.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ExtraFields } from './ExtraFields.tsx'
import { PatientFields, type PatientForm, submitByEnter } from './PatientFields.tsx'
import './RegisterForm.css'

type Props = { patient: Patient; asksPhone: boolean; onClose(): void }

/** Completes data from kiosks, and corrects phone numbers that may belong to another person. */
export function EditPatientDialog({ patient, asksPhone, onClose }: Props) {
  const nameInput = useRef<HTMLInputElement>(null)
  // Holds only edited fields, so that other fields keep changes from other desks.
  const [edits, setEdits] = useState<Partial<PatientForm>>({})
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { isPriority, isDiscreet } = patient
  const form: PatientForm = { ...toFormTexts(patient), isPriority, isDiscreet, ...edits }

  function edit(change: typeof edits) {
    setProblem('')
    setEdits(before => ({ ...before, ...change }))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (Object.keys(edits).length === 0) return onClose()
    setBusy(true)
    const reason = edits.priorityReason
    const changes = reason === undefined ? edits : { ...edits, priorityReason: cleanText(reason) }
    const json = { ...changes, seenRegisteredAt: patient.registeredAt }
    const route = api.patients[':id']
    try {
      await sendWrite(headers => unwrap(route.$patch({ ...toPath(patient), json }, headers)), {})
      toast('Patient changed', formatListNumber(patient))
      onClose()
    } catch (cause) {
      setProblem(getErrorMessage(cause, 'This was not saved. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      isBusy={isBusy}
      focused={nameInput}
      className="edit-patient"
      aria-labelledby="edit-title"
      onClose={onClose}
    >
      <h2 id="edit-title" className="dialog__title">
        Change <span translate="no">{formatListNumber(patient)}</span>
      </h2>
      <form
        className="register-form stack stack--medium"
        onSubmit={save}
        onKeyDown={submitByEnter}
        noValidate
      >
        <PatientFields {...form} nameInput={nameInput} isPriorityShown onEdit={edit}>
          <ExtraFields form={form} asksPhone={asksPhone} problem={null} onEdit={edit} />
        </PatientFields>
        {problem && (
          <p className="field__problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog__actions">
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" aria-busy={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
