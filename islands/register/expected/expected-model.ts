import { computed, signal } from '@preact/signals-react'
import { isLate } from '#domain/appointments/appointment'
import { fold } from '#domain/fold'
import { getListName } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { toNameKey } from '#domain/patients/registration'
import { formatShortDay } from '#domain/time'
import { api, toPath, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'
import { createTicker } from '../../data/server-clock.ts'
import { toastError } from '../../data/toasts.ts'
import type { RegisterModel } from '../register-model.ts'
import type { Expected } from '../register-queries.ts'

const TICK_MS = 5_000

/** Creates the list of appointments whose patients have not come. `now`: time of the rendering. */
export function createExpectedModel(register: RegisterModel, now: string) {
  const { appointments, expected, patients, today, handleRegistered } = register
  const clock = createTicker(now, TICK_MS)
  const search = signal('')
  const { busy, mutate } = createMutations<number>()

  const found = computed(() => {
    const text = fold(search.value)
    return expected.value.filter(({ time, name }) => {
      return time.startsWith(text) || fold(name ?? '').includes(text)
    })
  })

  const labels = computed(() => {
    const present = patients.data.value.filter(({ day }) => day === today())
    return new Map(present.map(({ name, label }) => [toNameKey(name), label]))
  })

  function checkIn({ id, name }: Expected) {
    search.value = ''
    void mutate({
      keys: [id],
      untilKnown: true,
      failed: `${getListName({ name })} was not checked in. Please try again.`,
      send: headers => unwrap(api.appointments[':id']['check-in'].$post(toPath({ id }), headers)),
      onSuccess: json => handleRegistered(fromPatientJson(json)),
      onFailure(sentence) {
        toastError(`${getListName({ name })} Was Not Checked In`, sentence)
        void appointments.refetch().catch(() => {})
      },
    })
  }

  return {
    clock,
    search,
    count: computed(() => expected.value.length),
    /** True even after all patients have come, so that the search field stays in place. */
    hasList: computed(() => appointments.data.value.length > 0),
    found,
    formatDay: ({ day }: Expected) => (day === today() ? '' : formatShortDay(day)),
    /** Returns the number of a patient with this name, who may have come without a check-in. */
    findNamesake: ({ name }: Expected) =>
      name === null ? null : labels.value.get(toNameKey(name)),
    isLate: (one: Expected) => isLate(one.at, clock.now.value),
    isBusy: ({ id }: Expected) => busy.value.has(id),
    checkIn,
    /** Checks in the first patient whom the search finds. */
    checkInFirst() {
      const first = found.value.find(({ id }) => !busy.value.has(id))
      if (first && fold(search.value) !== '') checkIn(first)
    },
  }
}
