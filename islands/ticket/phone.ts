import type { TicketView } from '#domain/tickets/ticket-view'
import { getClinicMinute, getClinicTime, type TimeZone } from '#domain/time'
import { type Alarm, createAlarm } from './alarm.ts'
import { describeTicket, fill } from './describe-ticket.ts'
import type { Sentences } from './sentences/en.ts'
import './phone.css'

const ASK_EVERY_MS = 5_000
const ASK_WHILE_HIDDEN_MS = 15_000
const ANSWER_WITHIN_MS = 8_000
const STALE_AFTER_MS = 15_000
const CHECK_EVERY_MS = 1_000

type Ticket = { view: TicketView; asOf: string; timeZone: TimeZone; sentences: Sentences }

const main = document.querySelector<HTMLElement>('main[data-ticket]')
if (main) follow(main)

function follow(page: HTMLElement) {
  // Written by routes/ticket.tsx.
  const ticket = JSON.parse(page.dataset.ticket ?? '') as Ticket
  const { timeZone, sentences } = ticket
  const toMinute = (at: string) => getClinicMinute(at, timeZone)
  const toSecond = (at: string) => getClinicTime(at, timeZone)
  const stale = find('.ticket__stale')
  const alarm = createAlarm()
  let { view, asOf } = ticket
  let etag = ''
  let answeredAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  function find(selector: string) {
    const element = page.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`the page has no ${selector}`)
    return element
  }

  function show() {
    const texts = describeTicket(view, asOf, { sentences, toMinute, toSecond })
    for (const [name, text] of Object.entries(texts)) {
      const place = find(`[data-text=${name}]`)
      // A screen reader says what changes, so what stays the same is not written again.
      if (place.textContent !== text) place.textContent = text
    }
    page.dataset.state = view.state
    find('.ticket__last').hidden = texts.lastCalled === ''
    alarm.follow(view, texts.headline)
  }

  async function ask() {
    clearTimeout(timer)
    try {
      await readAnswer()
      answeredAt = performance.now()
      show()
      showStale()
    } catch {
      // The next request may succeed; `showStale` says how old the page is.
    }
    timer = setTimeout(ask, document.hidden ? ASK_WHILE_HIDDEN_MS : ASK_EVERY_MS)
  }

  async function readAnswer() {
    const controller = new AbortController()
    const timeout = setTimeout(() => controller.abort(), ANSWER_WITHIN_MS)
    const response = await fetch(page.dataset.url ?? '', {
      cache: 'no-store',
      credentials: 'omit',
      headers: etag ? { 'if-none-match': etag } : {},
      signal: controller.signal,
    }).finally(() => clearTimeout(timeout))
    // The server's page says why.
    if (response.status === 404 || response.status === 410) return location.reload()
    if (!response.ok && response.status !== 304) throw new Error(`status ${response.status}`)
    etag = response.headers.get('etag') ?? ''
    if (response.ok) {
      const answer: TicketView & { asOf: string } = await response.json()
      asOf = answer.asOf
      view = answer
    } else {
      asOf = new Date(response.headers.get('date') ?? asOf).toISOString()
    }
  }

  function showStale() {
    const isStale = performance.now() - answeredAt > STALE_AFTER_MS
    const text = isStale ? fill(sentences.stale, { time: toMinute(asOf) }) : ''
    if (stale.textContent !== text) stale.textContent = text
  }

  offerAlarm(alarm, find('.ticket__tell'), sentences, () => view)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
  setInterval(showStale, CHECK_EVERY_MS)
  void ask()
}

function offerAlarm(alarm: Alarm, place: HTMLElement, texts: Sentences, getView: () => TicketView) {
  const [button, hint] = [place.querySelector('button'), place.querySelector('p')]
  place.hidden = false
  button?.addEventListener('click', () => {
    alarm.arm(getView())
    button.hidden = true
    if (hint) hint.textContent = texts.willTell
  })
}
