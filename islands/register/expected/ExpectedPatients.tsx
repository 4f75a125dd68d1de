import { useSignals } from '@preact/signals-react/runtime'
import { Upload } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getListName } from '#domain/patients/patient'
import { Button } from '../../ui/buttons/Button.tsx'
import { useWatch } from '../../ui/hooks/use-watch.ts'
import { onDemand } from '../../ui/on-demand.ts'
import type { RegisterModel } from '../register-model.ts'
import type { Expected } from '../register-queries.ts'
import { createExpectedModel } from './expected-model.ts'
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
      <header className="expected__head">
        <h2 className="expected__title">
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
        <p className="expected__none">Nobody matches.</p>
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
      <time className="expected__time">{one.time}</time>
      <span className="expected__name breakable" translate="no">
        {name}
        {day && <small className="soft"> {day}</small>}
        {one.queue && <small className="soft"> {one.queue.name}</small>}
        <Namesake label={model.findNamesake(one)} />
      </span>
      {model.isLate(one) && <span className="expected__late">late</span>}
      <Button
        className="expected__button"
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

/** Warns that a patient may already have a number from the kiosk. */
function Namesake({ label }: { label: string | null | undefined }) {
  return label && <small className="soft"> · #{label} has this name</small>
}
