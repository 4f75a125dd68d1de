import { computed, signal } from '@preact/signals-react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import {
  type FormTexts,
  mapFields,
  OPTIONAL_FIELDS,
  PATIENT_FIELDS,
} from '#domain/patients/patient-fields'
import { fromPatientJson } from '#domain/patients/patient-json'
import { canRegister, type RegistrationForm } from '#domain/patients/registration'
import { getRecentRegistrations } from '#domain/queue/lists'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import type { Settings } from '#domain/settings-record'
import { cleanName, cleanText } from '#domain/text'
import { getClinicDay, type TimeZone } from '#domain/time'
import { api, unwrap } from '../data/api.ts'
import { clinicDay } from '../data/clinic-day.ts'
import type { WriteHeaders } from '../data/mutation.ts'
import { queryPatients, queryQueues } from '../data/queries/patients-query.ts'
import { toast, toastError } from '../data/toasts.ts'
import { queryTicketMode } from '../ticket/ticket-query.ts'
import type { FieldProblem } from '../ui/fields/TextField.tsx'
import { listAskedFields } from './ExtraFields.tsx'
import { createNamesakes } from './namesake.ts'
import { createOutbox, type Registration } from './outbox.ts'
import { createQueueChoice } from './queue-choice.ts'
import {
  type Expected,
  type NextNumbers,
  queryAppointments,
  queryAsksPhone,
  queryNextNumbers,
} from './register-queries.ts'

export type InitialData = {
  patients: Patient[]
  nextNumbers: NextNumbers
  queues: ClinicQueue[]
  appointments?: Expected[]
  takesAppointments?: boolean
  ticketMode: Settings['ticketMode']
  asksPhone: boolean
  now: string
  timeZone: TimeZone
}

const EMPTY: RegistrationForm = {
  ...mapFields(() => ''),
  isPriority: false,
  isDiscreet: false,
}

export type RegisterModel = ReturnType<typeof createRegisterModel>

export function createRegisterModel(initial: InitialData) {
  const today = () => clinicDay.value || getClinicDay(initial.now, initial.timeZone)
  const queries = createQueries(initial, today)
  const { patients, next, ticketMode, asksPhone, queues, appointments } = queries
  const queueId = createQueueChoice(queues.data)
  const { form, problem, edit } = createForm()
  const registeredId = signal<number | null>(null)
  const outbox = createOutbox({
    send: async (registration, headers) => handleRegistered(await send(registration, headers)),
    onProblem({ name }, problem) {
      toastError('Registration Error', `${name.trim()}: ${problem}`)
      void patients.refetch().catch(() => {})
    },
    storageKey: `registrations-of-user-${globalThis.document?.body.dataset.user ?? ''}`,
  })

  const todaysPatients = computed(() => patients.data.value.filter(({ day }) => day === today()))

  /** For other days the appointment says who has come, because those patients may be unlisted. */
  const expected = computed(() =>
    appointments.data.value.filter(({ day, patient }) =>
      day === today()
        ? !patients.data.value.some(({ id }) => id === patient?.id)
        : patient === null,
    ),
  )

  const namesakes = createNamesakes({
    name: () => form.value.name,
    patients: () => todaysPatients.value,
    pending: outbox.all,
    expected: () => expected.value,
  })

  const recent = computed(() => {
    const newest = getRecentRegistrations(patients.data.value, today())
    const namesake = namesakes.found.value?.patient
    return namesake && !newest.includes(namesake) ? [...newest, namesake] : newest
  })

  const nextNumber = computed(() => {
    const queue = queues.data.value.find(({ id }) => id === queueId.value)
    return findNextNumber(next.data.value, queue?.prefix ?? null)
  })

  function register() {
    if (!canRegister(form.value)) return
    const texts = keepAsked(form.value, asksPhone.data.value)
    problem.value = findProblem(texts)
    if (problem.value || namesakes.mustWarn()) return
    const number = nextNumber.value.number
    outbox.add({ ...form.value, ...texts, queueId: queueId.value, number })
    form.value = EMPTY
  }

  function handleRegistered(patient: Patient) {
    registeredId.value = patient.id
    if (ticketMode.data.value === 'print') void printAtOnce(patient)
    toast('Registration Success', `${getListName(patient)} has number #${patient.label}`)
  }

  return {
    ...queries,
    queries: Object.values(queries),
    nextNumber,
    queueId,
    expected,
    today,
    problem,
    form,
    outbox,
    /** Null after a deletion, for example by Reset Queue, because the number may be reused. */
    latest: computed(() => patients.data.value.find(({ id }) => id === registeredId.value) ?? null),
    total: computed(() => todaysPatients.value.length),
    recent,
    namesake: namesakes.found,
    canRegister: computed(() => canRegister(form.value)),
    edit,
    register,
    handleRegistered,
  }
}

function createQueries(initial: InitialData, today: () => string) {
  return {
    patients: queryPatients(initial.patients),
    next: queryNextNumbers(initial.nextNumbers),
    ticketMode: queryTicketMode(initial.ticketMode),
    asksPhone: queryAsksPhone(initial.asksPhone),
    queues: queryQueues(initial.queues),
    appointments: queryAppointments(initial.appointments ?? [], today),
  }
}

function findNextNumber({ nextNumber, ofPrefixes = {} }: NextNumbers, prefix: string | null) {
  const number = prefix === null ? nextNumber : (ofPrefixes[prefix] ?? 1)
  return { number, label: formatNumber(number, prefix) }
}

function keepAsked(texts: FormTexts, asksPhone: boolean): FormTexts {
  const asked = listAskedFields(asksPhone)
  const unasked = OPTIONAL_FIELDS.filter(field => !asked.includes(field))
  return { ...texts, ...mapFields(() => '', unasked) }
}

function createForm() {
  const form = signal(EMPTY)
  const problem = signal<FieldProblem | null>(null)

  function edit(change: Partial<RegistrationForm>) {
    const { isPriority, isDiscreet, ...typed } = { ...form.value, ...change }
    const texts = mapFields(field => PATIENT_FIELDS[field].toInput(typed[field]))
    const { name } = texts
    const priorityReason = isPriority ? texts.priorityReason : ''
    // Deleting the name resets the other fields, because they belong to that patient.
    const isDiscarded = cleanName(form.value.name) !== '' && cleanName(name) === ''
    if (isDiscarded || (problem.value && problem.value.field in change)) problem.value = null
    form.value = isDiscarded
      ? { ...EMPTY, name }
      : { ...texts, priorityReason, isPriority, isDiscreet }
  }

  return { form, problem, edit }
}

function findProblem(texts: FormTexts): FieldProblem | null {
  for (const field of OPTIONAL_FIELDS) {
    const { clean, getProblem } = PATIENT_FIELDS[field]
    const sentence = getProblem?.(clean(texts[field]))
    if (sentence) return { field, sentence }
  }
  return null
}

async function send(registration: Registration, headers: WriteHeaders) {
  const { isPriority, isDiscreet, number, queueId = null, name } = registration
  const priorityReason = isPriority ? cleanText(registration.priorityReason) : null
  const given = OPTIONAL_FIELDS.filter(field => registration[field])
  const own = { ...mapFields(field => registration[field], given), isPriority, isDiscreet }
  const queue = queueId === null ? {} : { queueId }
  const json = { ...own, name, priorityReason, number, type: 'name', ...queue }
  return fromPatientJson(await unwrap(api.patients.$post({ json }, headers)))
}

async function printAtOnce(patient: Patient) {
  try {
    const { printTicket } = await import('../ticket/print-ticket.ts')
    await printTicket(patient)
  } catch {
    const number = patient.label
    toastError('Ticket not printed', `Ticket #${number} was not printed. Please try again.`)
  }
}
