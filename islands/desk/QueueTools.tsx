import { Search } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { GENERAL, type PatientQueue } from '#domain/queues/patient-queue'
import { FILTERS, type Filter } from './model/queue-model.ts'
import '../ui/fields/Choice.css'
import './QueueTools.css'

type Props = FiltersProps & {
  input: RefObject<HTMLInputElement | null>
  search: string
  onSearch(text: string): void
  onGo(): void
}

export function QueueTools({ input, search, onSearch, onGo, ...filters }: Props) {
  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    // Ignores keys that choose a letter in an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // The same press must not reach the button that gets the focus.
      event.preventDefault()
      onGo()
    }
    if (event.key !== 'Escape') return
    onSearch('')
    event.currentTarget.blur()
  }

  return (
    <search className="queue-tools line">
      <div className="queue-search">
        <Search size={16} aria-hidden />
        <input
          ref={input}
          className="input"
          type="search"
          aria-label="Search"
          placeholder="Number or name"
          value={search}
          onChange={event => onSearch(event.target.value)}
          onKeyDown={handleKey}
        />
        <kbd aria-hidden>/</kbd>
      </div>
      <Filters {...filters} />
    </search>
  )
}

type FiltersProps = {
  filter: Filter
  counts: number[]
  limitMinutes: number
  queues: PatientQueue[]
  chosenQueue: number | null | undefined
  jumps?: [title: string, count: number, id: string][]
  onFilter(filter: Filter): void
  onQueue(id: number | null | undefined): void
}

export function Filters({
  filter,
  counts,
  limitMinutes,
  jumps,
  onFilter,
  ...chosen
}: FiltersProps) {
  const over = jumps ? `${limitMinutes}+` : 'Overdue'
  return (
    <fieldset className={jumps ? 'queue-filters queue-filters--phone' : 'queue-filters'}>
      <legend className="visually-hidden">Show</legend>
      {FILTERS.map((name, index) => (
        <label key={name} className="queue-filter choice__option" data-filter={name}>
          <input
            type="radio"
            className="choice__input"
            name={jumps ? 'phone-filter' : 'queue-filter'}
            checked={name === filter}
            onChange={() => onFilter(name)}
          />
          {name === 'Over' ? over : name} <span className="count">{counts[index]}</span>
        </label>
      ))}
      {chosen.queues.length > 0 && <QueueFilter {...chosen} />}
      {jumps
        ?.filter(([, count]) => count > 0)
        .map(([title, count, id]) => (
          <a key={id} className="queue-filter choice__option" href={`#${id}`}>
            {title} <span className="count">{count}</span>
          </a>
        ))}
    </fieldset>
  )
}

const ALL = 'all'
const NONE = 'general'

function QueueFilter({ queues, chosenQueue, onQueue }: Pick<FiltersProps, QueueProp>) {
  const value = chosenQueue === undefined ? ALL : `${chosenQueue ?? NONE}`

  function choose(chosen: string) {
    if (chosen === ALL) return onQueue(undefined)
    onQueue(chosen === NONE ? null : Number(chosen))
  }

  return (
    <select
      className="queue-filter choice__option queue-filter--queue"
      aria-label="Queue"
      translate="no"
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      <option value={ALL}>All queues</option>
      <option value={NONE}>{GENERAL}</option>
      {queues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

type QueueProp = 'queues' | 'chosenQueue' | 'onQueue'
