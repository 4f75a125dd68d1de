import { computed, signal } from '@preact/signals-react'
import { isLate } from '#domain/appointments/appointment'
import { fold } from '#domain/fold'
import type { Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { api, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'
import { query } from '../../data/query.ts'
import { createTicker } from '../../data/server-clock.ts'
import { toastError } from '../../data/toasts.ts'

/** `at` is the instant of its time, ISO 8601. */
export type Expected = {
  id: number
  day: string
  time: string
  at: string
  name: string | null
  queue: { id: number; name: string } | null
  patient: { id: number; label: string } | null
}

const TICK_MS = 5_000

type Options = {
  initial: Expected[]
  now: string
  today(): string
  /** Who is listed: whoever was deleted after the check-in is expected again. */
  isListed(patientId: number): boolean
  onCheckedIn(patient: Patient): void
}

/** Who has an appointment today, and has not come. */
export function createExpectedModel({ initial, now, today, isListed, onCheckedIn }: Options) {
  const appointments = query(
    'appointments',
    () => unwrap(api.appointments.$get({ query: {} })),
    initial,
    // Changes tell of everything.
    { every: null },
  )
  const clock = createTicker(now, TICK_MS)
  const search = signal('')
  const { busy, mutate } = createMutations<number>()

  const expected = computed(() =>
    appointments.data.value.filter(({ id, day, patient }) => {
      const isPresent = patient !== null && isListed(patient.id)
      return day === today() && !isPresent && !busy.value.has(id)
    }),
  )
  const found = computed(() => {
    const text = fold(search.value)
    return expected.value.filter(({ time, name }) => {
      return time.startsWith(text) || fold(name ?? '').includes(text)
    })
  })

  function checkIn({ id, name }: Expected) {
    search.value = ''
    void mutate({
      keys: [id],
      untilKnown: true,
      failed: `${name ?? ''} was not checked in. Please try again.`,
      send: headers =>
        unwrap(api.appointments[':id']['check-in'].$post({ param: { id: String(id) } }, headers)),
      onSuccess: json => onCheckedIn(fromPatientJson(json)),
      onFailure(sentence) {
        toastError('Registration Error', sentence)
        void appointments.refetch().catch(() => {})
      },
    })
  }

  return {
    appointments,
    clock,
    search,
    count: computed(() => expected.value.length),
    found,
    isLate: (one: Expected) => isLate(one.at, clock.now.value),
    checkIn,
    /** Enter checks in whom the search leaves alone, or the first of several. */
    checkInFirst() {
      const [first] = found.value
      if (first && fold(search.value) !== '') checkIn(first)
    },
  }
}

export type ExpectedModel = ReturnType<typeof createExpectedModel>
