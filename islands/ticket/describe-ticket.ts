import { formatDatedLabel, formatOtherDay } from '#domain/patients/patient'
import { keepTogether, splitRoom } from '#domain/rooms/room-label'
import type { Sentences } from '#domain/tickets/languages'
import type { TicketView } from '#domain/tickets/ticket-view'

/** An estimate that ends within this time is shown without minutes. */
const SOON_MINUTES = 5
const LONG_ROOM = 7

/** Texts by their place on the page. Empty texts are hidden. */
type TicketTexts = Record<
  'clock' | 'number' | 'day' | 'label' | 'room' | 'headline' | 'detail' | 'lastCalled' | 'asOf',
  string
>

type Options = {
  sentences: Sentences
  /** Formats an ISO 8601 time in the clinic's time zone: YYYY-MM-DD, HH:MM or HH:MM:SS. */
  toDay(at: string): string
  toMinute(at: string): string
  toSecond(at: string): string
}

export function describeTicket(view: TicketView, asOf: string, options: Options): TicketTexts {
  const { sentences, toDay, toMinute, toSecond } = options
  const today = toDay(asOf)
  const { label: number, lastCalled } = view
  return {
    clock: toMinute(asOf),
    number,
    day: formatOtherDay(view, today),
    label: fill(sentences.number, { number }),
    room: splitRoom(view.room === null ? null : { name: view.room }).place,
    ...describeState(view, sentences, view.at === null ? '' : toMinute(view.at)),
    lastCalled: lastCalled ? `${formatDatedLabel(lastCalled, today)} · ${lastCalled.room}` : '',
    asOf: fill(sentences.asOf, { time: toSecond(asOf) }),
  }
}

function describeState(view: TicketView, sentences: Sentences, time: string) {
  const range = describeRange(view, sentences)
  switch (view.state) {
    case 'waiting':
      return { headline: describeAhead(view, sentences), detail: range }
    case 'next':
      return { headline: sentences.next, detail: sentences.nextHint }
    case 'called':
      return {
        headline: fill(sentences.goTo, { room: keepTogether({ name: view.room ?? '' }) }),
        detail: fill(sentences.calledAt, { time }),
      }
    case 'missed':
      return { headline: fill(sentences.missed, { time }), detail: sentences.missedHint }
    case 'hold':
      return { headline: sentences.hold, detail: fill(sentences.holdHint, { time }) }
    case 'away':
      return { headline: sentences.away, detail: '' }
    case 'dispensary':
      return view.ahead === 0
        ? { headline: sentences.medicineNext, detail: '' }
        : { headline: `${sentences.medicine}: ${describeAhead(view, sentences)}`, detail: range }
    case 'done':
      return { headline: sentences.done, detail: '' }
  }
}

export function getRoomSize({ room }: Pick<TicketTexts, 'room'>) {
  return room.length > LONG_ROOM ? 'long' : 'short'
}

export function describeAhead({ ahead }: Pick<TicketView, 'ahead'>, sentences: Sentences) {
  if (ahead === 1) return sentences.oneBefore
  return fill(sentences.before, { count: String(ahead ?? 0) })
}

export function describeRange({ range }: TicketView, sentences: Sentences) {
  if (range === null) return ''
  const { low, high } = range
  if (high <= SOON_MINUTES) return sentences.soon
  const sentence = low === 0 ? sentences.upTo : sentences.range
  return fill(sentence, { low: String(low), high: String(high) })
}

export function fill(sentence: string, values: Record<string, string>) {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
