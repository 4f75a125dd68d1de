import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { sendUntilKnown } from '../data/retry-until-settled.ts'
import { toast, toastError } from '../data/toasts.ts'

/** What the server keeps it for. */
const UNDO_TTL_MS = 10 * 60_000

type Deps = {
  /** Shows a patient whom the server has restored. */
  show(patient: Patient): void
  refetch(): Promise<unknown>
}

/** `who` the step was about. */
type Undoable = { at: number; who: string | undefined; send(): Promise<void> }

type Changed = Pick<Patient, 'id' | 'number' | 'name' | 'trackingHistory'>

/** Offers to undo this desk's last step: as a button in its toast, and by a key for ten minutes. */
export function createUndo({ show, refetch }: Deps) {
  let last: Undoable | null = null

  function offer(title: string, text: string, send: () => Promise<void>, who?: string) {
    const undoable = { at: performance.now(), who, send }
    last = undoable
    toast(title, text, { label: 'Undo', run: () => void run(undoable) })
  }

  async function run(undoable: Undoable) {
    if (last === undoable) last = null
    try {
      await undoable.send()
      toast('Undone', undoable.who)
    } catch (cause) {
      toastError(getClientErrorMessage(cause) ?? 'Not sure this was undone')
    }
    void refetch()
  }

  return {
    /** The patient after the step, or before a deletion. */
    offerStep(title: string, { id, number, name, trackingHistory }: Changed) {
      const who = `#${formatNumber(number)} ${getListName({ name })}`
      const send = async () => {
        const param = { id: String(id) }
        const json = { seenSteps: trackingHistory.length }
        const saved = await sendUntilKnown(
          headers => unwrap(api.patients[':id'].undo.$post({ param, json }, headers)),
          sayUnsure,
        )
        show(fromPatientJson(saved))
      }
      offer(title, who, send, who)
    },

    offerReset(title: string, text: string) {
      offer(title, text, async () => {
        await sendUntilKnown(
          headers => unwrap(api.patients['reset-queue'].undo.$post({}, headers)),
          sayUnsure,
        )
      })
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
