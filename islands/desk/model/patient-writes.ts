import { signal } from '@preact/signals-react'
import { DomainError } from '#domain/errors'
import { getListName, type Patient } from '#domain/patients/patient'
import { mapFields, NO_TEXTS, OPTIONAL_FIELDS } from '#domain/patients/patient-fields'
import { fromPatientJson, type PatientJson } from '#domain/patients/patient-json'
import { toSeen } from '#domain/queue/stale-step'
import { moveToQueue, type StatusChange, transition, UNDO_TTL_MS } from '#domain/queue/transitions'
import { getQueueName, type PatientQueue } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { api, toPath, unwrap } from '../../data/api.ts'
import type { Mutation, WriteHeaders } from '../../data/mutation.ts'
import { serverNow } from '../../data/server-clock.ts'
import { dismissToast, toast, toastError } from '../../data/toasts.ts'
import { formatListNumber } from '../../patients/dated-number.ts'
import type { DeskData } from './desk-data.ts'

/** Toasts for failures without a message from the server. Null shows no toast. */
export type FailureTexts = { statusFailed: string | null; deleteFailed: string }

type Write<T> = Pick<Mutation<number, Patient | null, T>, 'send' | 'onSuccess'> & {
  expected: ReadonlyMap<number, Patient | null>
  failed: string | null
}

export function createPatientWrites(data: DeskData, texts: FailureTexts) {
  const undo = createUndo(data)
  const { write, failureCount } = createWriter(data)

  function changeStatus(patient: Patient, change: StatusChange, done: string) {
    const room = data.shownRooms.value.find(({ id }) => id === change.windowId) ?? null
    const { hold } = data.rules.data.value
    const changed = tryRule(() => transition(patient, change, room, serverNow(), hold).patient)
    if (!changed) return
    const json = { ...change, ...toSeen(patient) }
    write({
      expected: new Map([[patient.id, changed]]),
      failed: texts.statusFailed,
      send: headers =>
        unwrap(api.patients[':id'].status.$patch({ ...toPath(patient), json }, headers)),
      onSuccess: json => undo.offerStep(done, fromPatientJson(json)),
    })
  }

  /** `chosen`: the patient to call instead of the next. */
  function callNext(room: Room, finish: 'dispensary' | 'completed' | null, chosen?: Patient) {
    const present = data.shown.value.find(({ id }) => id === room.currentPatientId) ?? null
    const next = chosen ?? data.previewNext(room)?.patient
    const expected = tryRule(() => {
      const now = serverNow()
      const freeRoom = { ...room, currentPatientId: null }
      const called = { status: 'called', windowId: room.id } as const
      return [
        present && finish && transition(present, { status: finish }, null, now).patient,
        next && transition(next, called, freeRoom, now).patient,
      ].filter(patient => !!patient)
    })
    if (!expected) return
    const { id = null, registeredAt } = present ?? {}
    const json = {
      finish,
      seenPatientId: id,
      seenRegisteredAt: registeredAt,
      ...(chosen ? { chosen: { id: chosen.id, ...toSeen(chosen) } } : {}),
    }
    write({
      expected: new Map(expected.map(patient => [patient.id, patient])),
      failed: texts.statusFailed,
      send: headers =>
        unwrap(api.windows[':id']['call-next'].$post({ ...toPath(room), json }, headers)),
      onSuccess({ patient, finished, sentence }) {
        const changed = patient ?? finished
        if (!changed) return toast(sentence)
        undo.offerStep(describeCall(patient, finished, sentence), fromPatientJson(changed), '')
      },
    })
  }

  function move(patient: Patient, queue: PatientQueue | null) {
    const moved = tryRule(() => moveToQueue(patient, queue, serverNow()).patient)
    if (!moved) return
    const json = { queueId: queue?.id ?? null, ...toSeen(patient) }
    write({
      expected: new Map([[patient.id, moved]]),
      failed: texts.statusFailed,
      send: headers =>
        unwrap(api.patients[':id'].queue.$patch({ ...toPath(patient), json }, headers)),
      onSuccess: json => undo.offerStep(`Moved to ${getQueueName(queue)}`, fromPatientJson(json)),
    })
  }

  return {
    undo,
    failureCount,
    changeStatus,
    move,
    callNext,
    ...createRemovals({ write, undo, texts }),
  }
}

type Tools = Pick<ReturnType<typeof createWriter>, 'write'> & {
  undo: ReturnType<typeof createUndo>
  texts: FailureTexts
}

function createRemovals({ write, undo, texts }: Tools) {
  function remove(patient: Patient) {
    const seen = toSeen(patient)
    const query = { ...seen, seenSteps: String(seen.seenSteps) }
    write({
      expected: new Map([[patient.id, null]]),
      failed: texts.deleteFailed,
      send: headers => unwrap(api.patients[':id'].$delete({ ...toPath(patient), query }, headers)),
      onSuccess: () => undo.offerStep('Patient has been deleted', patient),
    })
  }

  /** Removes all texts that identify the patient. This cannot be undone. */
  function forget(patient: Patient) {
    const nameless = {
      ...patient,
      ...NO_TEXTS,
      ...mapFields(() => '', OPTIONAL_FIELDS),
      requeueReason: null,
    }
    const query = { seenRegisteredAt: patient.registeredAt }
    write({
      expected: new Map([[patient.id, nameless]]),
      failed: 'Failed to remove the name',
      send: headers =>
        unwrap(api.patients[':id'].forget.$post({ ...toPath(patient), query }, headers)),
      onSuccess: () => toast('Name and reasons removed', formatListNumber(patient)),
    })
  }

  return { remove, forget }
}

type Called = Pick<PatientJson, 'label' | 'day' | 'windowName'> | null
type Finished = Pick<PatientJson, 'label' | 'day' | 'readyForDispensary'> | null

function describeCall(called: Called, finished: Finished, sentence: string) {
  const number = called && formatListNumber(called)
  if (!finished) return `Called ${number} to ${called?.windowName}`
  const verb = finished.readyForDispensary ? 'Dispensed' : 'Completed'
  const done = `${verb} ${formatListNumber(finished)}`
  return number ? `${done}, called ${number}` : `${done}. ${sentence}`
}

/** Counts failed steps, because keys that were queued during a failed step must not run. */
function createWriter({ writes, patients, refetch }: DeskData) {
  const failureCount = signal(0)

  function write<T>({ failed, ...mutation }: Write<T>) {
    const isChanged = ({ id }: Patient) => mutation.expected.has(id)
    const names = patients.data.value.filter(isChanged).map(getListName)
    void writes.mutate({
      ...mutation,
      untilKnown: true,
      failed: failed ?? '',
      onFailure(sentence, isUnsure) {
        failureCount.value++
        const who = isUnsure ? `${names.join(', ')}: ` : ''
        if (sentence) toastError(`${who}${sentence}`)
        void refetch()
      },
    })
  }

  return { write, failureCount }
}

function tryRule<T>(compute: () => T) {
  try {
    return compute()
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    toastError(cause.message)
    return null
  }
}

type Undoable = {
  at: number
  toastId: number
  who: string | undefined
  send(headers: WriteHeaders): Promise<unknown>
}

type Changed = Pick<Patient, 'id' | 'label' | 'name' | 'journey' | 'registeredAt'>

/** Lets the user undo this desk's last step, with the toast's button or the key U. */
function createUndo({ writes, refetch }: DeskData) {
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
    /** Takes the patient after the step, or before a deletion. */
    offerStep(title: string, { id, label, name, ...seen }: Changed, text?: string) {
      const who = `#${label} ${getListName({ name })}`
      const json = toSeen(seen)
      const send = (headers: WriteHeaders) =>
        unwrap(api.patients[':id'].undo.$post({ ...toPath({ id }), json }, headers))
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
