import { computed, signal } from '@preact/signals-react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import {
  canRegister,
  type RegistrationForm,
  toNameInput,
  toNameKey,
  toReasonInput,
} from '#domain/patients/registration'
import { getRecentRegistrations } from '#domain/queue/lists'
import type { Settings } from '#domain/settings-record'
import { cleanName, cleanText } from '#domain/text'
import { getClinicDay, type TimeZone } from '#domain/time'
import { api, unwrap } from '../data/api.ts'
import { clinicDay } from '../data/clinic-day.ts'
import type { WriteHeaders } from '../data/mutation.ts'
import { queryPatients } from '../data/patients-query.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast, toastError } from '../data/toasts.ts'
import { queryTicketMode } from '../ticket/ticket-query.ts'
import { createOutbox, type Registration } from './outbox.ts'

export type InitialData = {
  patients: Patient[]
  nextNumber: number
  ticketMode: Settings['ticketMode']
  now: string
  timeZone: TimeZone
}

const WARNED_FOR_MS = 300

const EMPTY: RegistrationForm = {
  name: '',
  isPriority: false,
  priorityReason: '',
  isDiscreet: false,
}

export function createRegisterModel(initial: InitialData) {
  const patients = queryPatients(initial.patients)
  const next = query(
    'next-number',
    () => unwrap(api.patients['next-number'].$get()),
    { nextNumber: initial.nextNumber },
    {
      every: POLL_MS.nextNumber,
      onlyWithoutLive: true,
      apply: (_, { nextNumber }) => (nextNumber === undefined ? null : { nextNumber }),
    },
  )
  const ticketMode = queryTicketMode(initial.ticketMode)
  const form = signal(EMPTY)
  /** The name that was warned about at the first Enter. */
  const warned = signal<{ name: string; at: number } | null>(null)
  const latest = signal<Patient | null>(null)
  const outbox = createOutbox({
    send: sendRegistration,
    onProblem({ name }, problem) {
      toastError('Registration Error', `${name.trim()}: ${problem}`)
      void patients.refetch().catch(() => {})
    },
    storageKey: `registrations-of-user-${globalThis.document?.body.dataset.user ?? ''}`,
  })

  const today = () => clinicDay.value || getClinicDay(initial.now, initial.timeZone)
  const todaysPatients = computed(() =>
    patients.data.value.filter(patient => patient.day === today()),
  )

  const namesake = computed(() => {
    const key = toNameKey(form.value.name)
    if (key === null) return null
    const isSame = ({ name }: { name: string | null }) => toNameKey(name) === key
    const patient = todaysPatients.value.findLast(isSame) ?? null
    const isPending = outbox.all.value.some(isSame)
    const isWarned = warned.value?.name === key
    return patient || isPending ? { key, patient, isWarned } : null
  })

  const recent = computed(() => {
    const newest = getRecentRegistrations(patients.data.value, today())
    const { patient = null } = namesake.value ?? {}
    return patient && !newest.includes(patient) ? [...newest, patient] : newest
  })

  function edit(change: Partial<RegistrationForm>) {
    const { isPriority, isDiscreet, ...edited } = { ...form.value, ...change }
    const name = toNameInput(edited.name)
    const priorityReason = isPriority ? toReasonInput(edited.priorityReason) : ''
    // What was ticked for a name that is deleted is not meant for the next one.
    const isDiscarded = cleanName(form.value.name) !== '' && cleanName(name) === ''
    form.value = isDiscarded ? { ...EMPTY, name } : { name, isPriority, priorityReason, isDiscreet }
  }

  function register() {
    if (!canRegister(form.value) || mustWarn()) return
    warned.value = null
    outbox.add({ ...form.value, number: next.data.value.nextNumber })
    form.value = EMPTY
  }

  /** A quick double press of Enter has not read the warning. */
  function mustWarn() {
    const { value: found } = namesake
    const now = performance.now()
    if (found && !found.isWarned) warned.value = { name: found.key, at: now }
    return found !== null && now - (warned.value?.at ?? now) < WARNED_FOR_MS
  }

  async function sendRegistration(registration: Registration, headers: WriteHeaders) {
    const { name, isPriority, isDiscreet, number } = registration
    const priorityReason = isPriority ? cleanText(registration.priorityReason) : null
    const json = { name, isPriority, priorityReason, isDiscreet, number, type: 'name' }
    const saved = await unwrap(api.patients.$post({ json }, headers))
    handleRegistered(fromPatientJson(saved))
  }

  function handleRegistered(patient: Patient) {
    latest.value = patient
    if (ticketMode.data.value === 'print') void printAtOnce(patient)
    toast(
      'Registration Success',
      `${getListName(patient)} has number #${formatNumber(patient.number)}`,
    )
  }

  return {
    patients,
    next,
    form,
    outbox,
    latest,
    ticketMode,
    total: computed(() => todaysPatients.value.length),
    recent,
    namesake,
    canRegister: computed(() => canRegister(form.value)),
    edit,
    register,
  }
}

async function printAtOnce(patient: Patient) {
  try {
    const { printTicket } = await import('../ticket/print-ticket.ts')
    await printTicket(patient)
  } catch {
    const number = formatNumber(patient.number)
    toastError('Ticket Not Printed', `Ticket #${number} was not printed. Please try again.`)
  }
}
