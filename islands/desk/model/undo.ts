import { getListName, type Patient } from '#domain/patients/patient'
import { toSeen } from '#domain/queue/stale-step'
import { UNDO_TTL_MS } from '#domain/queue/transitions'
import { api, unwrap } from '../../data/api.ts'
import type { WriteHeaders } from '../../data/mutation.ts'
import { dismissToast, toast, toastError } from '../../data/toasts.ts'
import type { DeskData } from './desk-data.ts'

type Undoable = {
  at: number
  toastId: number
  who: string | undefined
  send(headers: WriteHeaders): Promise<unknown>
}

type Changed = Pick<Patient, 'id' | 'label' | 'name' | 'journey' | 'registeredAt'>

/** Offers to undo this desk's last step by a button in its toast, or by a key for ten minutes. */
export function createUndo({ writes, refetch }: DeskData) {
  let last: Undoable | null = null

  function offer(title: string, text: string, send: Undoable['send'], who?: string) {
    const toastId = toast(title, text, {
      label: 'Undo',
      hotkey: 'U',
      run: () => void run(undoable),
    })
    const undoable: Undoable = { at: performance.now(), toastId, who, send }
    last = undoable
  }

  async function run(undoable: Undoable) {
    if (last === undoable) last = null
    // After an undo by key, the button would offer an undo that is already being sent.
    dismissToast(undoable.toastId)
    await writes.mutate({
      send: undoable.send,
      untilKnown: true,
      onUnsure: () => toast('Not sure this was undone', 'Waiting for the server…'),
      failed: 'Not sure this was undone',
      onFailure(sentence) {
        toastError(sentence)
        void refetch()
      },
      onSuccess: () => toast('Undone', undoable.who),
    })
  }

  return {
    /** Takes the patient after the step, or before a deletion. An empty text is omitted. */
    offerStep(title: string, { id, label, name, ...seen }: Changed, text?: string) {
      const who = `#${label} ${getListName({ name })}`
      const param = { id: String(id) }
      const json = toSeen(seen)
      const send = (headers: WriteHeaders) =>
        unwrap(api.patients[':id'].undo.$post({ param, json }, headers))
      offer(title, text ?? who, send, who)
    },

    offerReset(title: string, text: string) {
      offer(title, text, headers => unwrap(api.patients['reset-queue'].undo.$post({}, headers)))
    },

    undoLast() {
      if (last && performance.now() - last.at < UNDO_TTL_MS) void run(last)
      else toast('There is nothing to undo')
    },
  }
}
