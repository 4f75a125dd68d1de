import { computed, signal } from '@preact/signals-react'
import { nameOnLists, type Patient, paddedNumber } from '#domain/patients/patient'
import { canRegister, typedName, typedReason } from '#domain/patients/registration'
import { recentRegistrations } from '#domain/queue/lists'
import { clinicDay } from '#domain/time'
import { answer, api, idempotencyKey, refusalIn, writeOnce } from '../data/api.ts'
import { WITHOUT_LIVE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { serverNow } from '../data/server-clock.ts'
import { alarm, toast } from '../data/toasts.ts'

export type FirstData = { patients: Patient[]; nextNumber: number; now: string; timeZone: string }

const FAILED = 'Failed to register patient. Please try again.'
const EMPTY = { name: '', isPriority: false, reason: '' }

/** Reception's desk: a form, the next number, and who came today. */
export function openRegisterDesk(first: FirstData) {
  const patients = query('patients', () => answer(api.patients.$get()), first.patients, {
    every: WITHOUT_LIVE.patients,
    onlyWithoutLive: true,
  })
  const next = query(
    'next-number',
    () => answer(api.patients['next-number'].$get()),
    { nextNumber: first.nextNumber },
    { every: WITHOUT_LIVE.nextNumber, onlyWithoutLive: true },
  )
  const form = signal(EMPTY)
  const isBusy = signal(false)
  const latest = signal<Patient | null>(null)
  // The same until an answer came, so that a retry after a lost answer registers nobody twice.
  let key = idempotencyKey()

  const today = () =>
    clinicDay(patients.data.value === first.patients ? first.now : serverNow(), first.timeZone)
  const ofToday = computed(() => patients.data.value.filter(patient => patient.day === today()))

  function edit(change: Partial<typeof EMPTY>) {
    const edited = { ...form.value, ...change }
    const name = typedName(edited.name)
    const isPriority = edited.isPriority && name !== ''
    form.value = { name, isPriority, reason: isPriority ? typedReason(edited.reason) : '' }
    key = idempotencyKey()
  }

  async function register() {
    if (isBusy.value || !canRegister(form.value)) return
    const sent = { form: form.value, key }
    isBusy.value = true
    // Emptied at once: a fast reception types the next name while this one is under way.
    form.value = EMPTY
    key = idempotencyKey()
    try {
      welcome(await answer(api.patients.$post({ json: wish(sent.form) }, writeOnce(sent.key))))
    } catch (cause) {
      const sentence = refusalIn(cause) ?? FAILED
      if (form.value === EMPTY) {
        form.value = sent.form
        key = sent.key
        alarm('Registration Error', sentence)
      } else {
        // The next name is being typed already, so the failed one can only be told.
        alarm('Registration Error', `${sent.form.name}: ${sentence}`)
      }
      void patients.refetch().catch(() => {})
    } finally {
      isBusy.value = false
    }
  }

  function wish({ name, isPriority, reason }: typeof EMPTY) {
    return {
      name: name.trim() || null,
      number: next.data.value.nextNumber,
      type: 'name',
      isPriority,
      ...(isPriority ? { priorityReason: reason.trim() } : {}),
    }
  }

  function welcome(patient: Patient) {
    latest.value = patient
    patients.set(before => [...before.filter(({ id }) => id !== patient.id), patient])
    toast(
      'Registration Success',
      `${nameOnLists(patient)} has number #${paddedNumber(patient.number)}`,
    )
    void patients.refetch().catch(() => {})
    void next.refetch().catch(() => {})
  }

  return {
    patients,
    next,
    form,
    isBusy,
    latest,
    total: computed(() => ofToday.value.length),
    recent: computed(() => recentRegistrations(ofToday.value, today())),
    canRegister: computed(() => !isBusy.value && canRegister(form.value)),
    edit,
    register,
  }
}
