import type { Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { sendUntilKnown } from '../data/send-until-known.ts'
import { toast, toastError } from '../data/toasts.ts'

/** What the server keeps it for. */
const UNDO_TTL_MS = 10 * 60_000

type Deps = {
  /** Shows a patient whom the server has restored. */
  show(patient: Patient): void
  refetch(): Promise<unknown>
}

type Undoable = { at: number; send(): Promise<void> }

/** Offers to undo this desk's last step: as a button in its toast, and by a key for ten minutes. */
export function createUndo({ show, refetch }: Deps) {
  let last: Undoable | null = null

  function offer(title: string, send: () => Promise<void>, text?: string) {
    const undoable = { at: performance.now(), send }
    last = undoable
    toast(title, text, { label: 'Undo', run: () => void run(undoable) })
  }

  async function run(undoable: Undoable) {
    if (last === undoable) last = null
    try {
      await undoable.send()
      toast('Undone')
    } catch (cause) {
      toastError(getClientErrorMessage(cause) ?? 'Not sure this was undone')
    }
    void refetch()
  }

  return {
    /** `seenSteps` counts the patient's journey entries after the step; a deleted patient's before it. */
    offerStep(title: string, id: number, seenSteps: number) {
      offer(title, async () => {
        const param = { id: String(id) }
        const json = { seenSteps }
        const saved = await sendUntilKnown(
          headers => unwrap(api.patients[':id'].undo.$post({ param, json }, headers)),
          sayUnsure,
        )
        show(fromPatientJson(saved))
      })
    },

    offerReset(title: string, text: string) {
      offer(
        title,
        async () => {
          await sendUntilKnown(
            headers => unwrap(api.patients['reset-queue'].undo.$post({}, headers)),
            sayUnsure,
          )
        },
        text,
      )
    },

    undoLast() {
      if (last && performance.now() - last.at < UNDO_TTL_MS) void run(last)
      else toast('There is nothing to undo')
    },
  }
}

function sayUnsure() {
  toast('Not sure this was undone', 'Waiting for the server…')
}
