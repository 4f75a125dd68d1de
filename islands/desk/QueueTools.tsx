import type { KeyboardEvent, RefObject } from 'react'
import { FILTERS, type Filter } from './model/queue-model.ts'
import './QueueTools.css'

type Props = {
  input: RefObject<HTMLInputElement | null>
  search: string
  filter: Filter
  heldCount: number
  onSearch(text: string): void
  onFilter(filter: Filter): void
  onGo(): void
}

export function QueueTools({ input, search, filter, heldCount, onSearch, onFilter, onGo }: Props) {
  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    // This press chooses a letter of an input method.
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
    <search className="queue-tools">
      <input
        ref={input}
        className="input queue-tools__search"
        type="search"
        aria-label="Search"
        placeholder="Number or name"
        value={search}
        onChange={event => onSearch(event.target.value)}
        onKeyDown={handleKey}
      />
      <fieldset className="queue-tools__filters">
        <legend className="visually-hidden">Show</legend>
        {FILTERS.map(name => (
          <label key={name} className="queue-tools__filter">
            <input
              type="radio"
              className="queue-tools__radio"
              name="queue-filter"
              checked={name === filter}
              onChange={() => onFilter(name)}
            />
            {name}
            {name === 'On hold' && heldCount > 0 && <span className="count">({heldCount})</span>}
          </label>
        ))}
      </fieldset>
    </search>
  )
}
