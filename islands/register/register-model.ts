import { computed, signal } from '@preact/signals-react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { canRegister, maskName, maskReason } from '#domain/patients/registration'
import { getRecentRegistrations } from '#domain/queue/lists'
import { cleanName } from '#domain/text'
import { getClinicDay } from '#domain/time'
import {
  api,
  createIdempotencyKey,
  getClientErrorMessage,
  unwrap,
  withIdempotencyKey,
} from '../data/api.ts'
import { queryPatients } from '../data/patients-query.ts'
import { POLL_WITHOUT_LIVE_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { serverNow } from '../data/server-clock.ts'
import { toast, toastError } from '../data/toasts.ts'

export type InitialData = { patients: Patient[]; nextNumber: number; now: string; timeZone: string }

const FAILED_MESSAGE = 'Failed to register patient. Please try again.'
const EMPTY = { name: '', isPriority: false, reason: '' }

export function createRegisterModel(initial: InitialData) {
  const patients = queryPatients(initial.patients)
  const next = query(
    'next-number',
    () => unwrap(api.patients['next-number'].$get()),
    { nextNumber: initial.nextNumber },
    { every: POLL_WITHOUT_LIVE_MS.nextNumber, onlyWithoutLive: true },
  )
  const form = signal(EMPTY)
  const isBusy = signal(false)
  const latest = signal<Patient | null>(null)
  // Reused until a response arrives, so that a retry does not register twice.
  let key = createIdempotencyKey()

  const today = () =>
    getClinicDay(
      patients.data.value === initial.patients ? initial.now : serverNow(),
      initial.timeZone,
    )
  const todaysPatients = computed(() =>
    patients.data.value.filter(patient => patient.day === today()),
  )

  function edit(change: Partial<typeof EMPTY>) {
    const edited = { ...form.value, ...change }
    const name = maskName(edited.name)
    const isPriority = edited.isPriority && cleanName(name) !== ''
    form.value = { name, isPriority, reason: isPriority ? maskReason(edited.reason) : '' }
    key = createIdempotencyKey()
  }

  async function register() {
    if (isBusy.value || !canRegister(form.value)) return
    const sent = { form: form.value, key }
    isBusy.value = true
    // Cleared at once, so that the next name can be typed while this one is being sent.
    form.value = EMPTY
    key = createIdempotencyKey()
    try {
      const json = toRequestBody(sent.form)
      const saved = await unwrap(api.patients.$post({ json }, withIdempotencyKey(sent.key)))
      handleRegistered(fromPatientJson(saved))
    } catch (cause) {
      const sentence = getClientErrorMessage(cause) ?? FAILED_MESSAGE
      if (form.value === EMPTY) {
        form.value = sent.form
        key = sent.key
        toastError('Registration Error', sentence)
      } else {
        // The form already holds the next name, so the toast names the failed one.
        toastError('Registration Error', `${sent.form.name}: ${sentence}`)
      }
      void patients.refetch().catch(() => {})
    } finally {
      isBusy.value = false
    }
  }

  function toRequestBody({ name, isPriority, reason }: typeof EMPTY) {
    return {
      name: cleanName(name) || null,
      number: next.data.value.nextNumber,
      type: 'name',
      isPriority,
      ...(isPriority ? { priorityReason: cleanName(reason) } : {}),
    }
  }

  function handleRegistered(patient: Patient) {
    latest.value = patient
    patients.set(previous => [...previous.filter(({ id }) => id !== patient.id), patient])
    toast(
      'Registration Success',
      `${getListName(patient)} has number #${formatNumber(patient.number)}`,
    )
    // A smaller one begins a new day, or follows a reset.
    if (patient.number < next.data.value.nextNumber) void next.refetch().catch(() => {})
    else next.set(() => ({ nextNumber: patient.number + 1 }))
  }

  return {
    patients,
    next,
    form,
    isBusy,
    latest,
    total: computed(() => todaysPatients.value.length),
    recent: computed(() => getRecentRegistrations(todaysPatients.value, today())),
    canRegister: computed(() => !isBusy.value && canRegister(form.value)),
    edit,
    register,
  }
}
