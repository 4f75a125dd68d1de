import { computed, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Upload } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
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
import { Button } from '../../ui/buttons/Button.tsx'
import { useWatch } from '../../ui/hooks/use-watch.ts'
import { onDemand } from '../../ui/on-demand.ts'
import type { RegisterModel } from '../register-model.ts'
import type { Expected } from '../register-queries.ts'
import './ExpectedPatients.css'

const SEARCH_KEY = 'F2'

const UploadDialog = onDemand(
  () => import('./AppointmentsDialog.tsx').then(loaded => loaded.AppointmentsDialog),
  'The form could not be loaded. Please try again.',
)

type Props = { register: RegisterModel; now: string }

export function ExpectedPatients({ register, now }: Props) {
  useSignals()
  const [model] = useState(() => createExpectedModel(register, now))
  useWatch(model.clock)
  const [isUploading, setUploading] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const found = model.found.value

  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== SEARCH_KEY || event.repeat) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') model.search.value = ''
    if (event.key !== 'Enter' || event.repeat) return
    event.preventDefault()
    model.checkInFirst()
  }

  return (
    <section className="expected" aria-label="Expected">
      <header className="expected__head line apart">
        <h2 className="card__title">
          Expected <span className="count">({model.count.value})</span>
        </h2>
        <Button variant="quiet" onClick={() => setUploading(true)}>
          <Upload size={16} aria-hidden />
          Upload list
        </Button>
      </header>
      {model.hasList.value && (
        <label className="expected__search">
          <input
            ref={input}
            className="input"
            // Marks a step, so that a scanner's Enter does not check in a patient.
            data-step
            aria-label="Search expected patients"
            aria-keyshortcuts={SEARCH_KEY}
            placeholder="Name or time, then Enter"
            autoComplete="off"
            value={model.search.value}
            onChange={({ target }) => (model.search.value = target.value)}
            onKeyDown={onKeyDown}
          />
          <kbd aria-hidden>{SEARCH_KEY}</kbd>
        </label>
      )}
      <ol className="expected__list">
        {found.map(one => (
          // The row disappears, so the focus returns to the search.
          <Row key={one.id} one={one} model={model} onCheckIn={() => input.current?.focus()} />
        ))}
      </ol>
      {model.count.value > 0 && found.length === 0 && (
        <p className="expected__none soft">No matching patients.</p>
      )}
      {isUploading && <UploadDialog day={register.today()} onClose={() => setUploading(false)} />}
    </section>
  )
}

type RowProps = { one: Expected; model: ReturnType<typeof createExpectedModel>; onCheckIn(): void }

function Row({ one, model, onCheckIn }: RowProps) {
  useSignals()
  const [name, day, isBusy] = [getListName(one), model.formatDay(one), model.isBusy(one)]
  const described = [name, one.time, day, one.queue?.name].filter(Boolean).join(', ')
  return (
    <li className="expected__row" data-late={model.isLate(one)}>
      <time className="expected__time strong">{one.time}</time>
      <span className="expected__name strong breakable" translate="no">
        {name}
        {day && <small className="soft"> {day}</small>}
        {one.queue && <small className="soft"> {one.queue.name}</small>}
        <Namesake label={model.findNamesake(one)} />
      </span>
      {model.isLate(one) && <span className="expected__late fine strong tone--priority">late</span>}
      <Button
        className="expected__button small"
        aria-label={`Check in ${described}`}
        aria-busy={isBusy}
        onClick={() => {
          if (isBusy) return
          model.checkIn(one)
          onCheckIn()
        }}
      >
        {isBusy ? 'Checking in…' : 'Check in'}
      </Button>
    </li>
  )
}

function Namesake({ label }: { label: string | null | undefined }) {
  return label && <small className="soft"> · #{label} has this name</small>
}

const TICK_MS = 5_000

function createExpectedModel(register: RegisterModel, now: string) {
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
        toastError(`${getListName({ name })} was not checked in`, sentence)
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
    checkInFirst() {
      const first = found.value.find(({ id }) => !busy.value.has(id))
      if (first && fold(search.value) !== '') checkIn(first)
    },
  }
}
