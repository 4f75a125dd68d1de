import type { Sentences } from '#domain/tickets/languages'
import type { TicketView } from '#domain/tickets/ticket-view'
import { getClinicDay, getClinicMinute, getClinicTime, type TimeZone } from '#domain/time'
import { linkScriptFonts } from '../ui/script-fonts.ts'
import { type Alarm, createAlarm } from './alarm.ts'
import { describeTicket, fill, getRoomSize } from './describe-ticket.ts'
import './phone.css'

const ASK_EVERY_MS = 5_000
const ASK_WHILE_HIDDEN_MS = 15_000
const ANSWER_WITHIN_MS = 8_000
const STALE_AFTER_MS = 15_000
const CHECK_EVERY_MS = 1_000

type Answer = { view: TicketView; asOf: string }
type Ticket = Answer & { timeZone: TimeZone; sentences: Sentences }

const main = document.querySelector<HTMLElement>('main[data-ticket]')
if (main) follow(main)
linkScriptFonts()

function follow(page: HTMLElement) {
  // Safe: routes/ticket.tsx writes this JSON.
  const ticket = JSON.parse(page.dataset.ticket ?? '') as Ticket
  const { timeZone, sentences } = ticket
  const toDay = (at: string) => getClinicDay(at, timeZone)
  const toMinute = (at: string) => getClinicMinute(at, timeZone)
  const toSecond = (at: string) => getClinicTime(at, timeZone)
  const stale = find('.ticket__stale')
  const alarm = createAlarm()
  /** The last answer that is drawn. The server has drawn the first. */
  let drawn: Answer = ticket
  let etag = ''
  let answeredAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  function find(selector: string) {
    const element = page.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`the page has no ${selector}`)
    return element
  }

  function show({ view, asOf }: Answer) {
    const texts = describeTicket(view, asOf, { sentences, toDay, toMinute, toSecond })
    for (const [name, text] of Object.entries(texts)) {
      const place = find(`[data-text=${name}]`)
      // Writes only changed texts, because a screen reader says every text that is written.
      if (place.textContent !== text) place.textContent = text
    }
    page.dataset.state = view.state
    page.dataset.room = getRoomSize(texts)
    find('.ticket__last').hidden = texts.lastCalled === ''
    alarm.follow(view, texts.headline)
  }

  async function ask() {
    // After a failure the next request may succeed. `showStale` says how old the page is.
    const answer = await readAnswer(page.dataset.url ?? '', etag, drawn).catch(() => null)
    clearTimeout(timer)
    timer = setTimeout(ask, document.hidden ? ASK_WHILE_HIDDEN_MS : ASK_EVERY_MS)
    if (answer) draw(answer)
  }

  /** Saves the etag only after drawing, because until then the server repeats the answer. */
  function draw({ etag: newEtag, ...answer }: Answer & { etag: string }) {
    try {
      show(answer)
    } catch (cause) {
      // Reloads, so that the server draws the view, but only once, because a reload ends the alarm.
      if (!isSame(answer.view, ticket.view)) location.reload()
      throw cause
    }
    drawn = answer
    etag = newEtag
    answeredAt = performance.now()
    showStale()
  }

  function showStale() {
    const isStale = performance.now() - answeredAt > STALE_AFTER_MS
    const text = isStale ? fill(sentences.stale, { time: toMinute(drawn.asOf) }) : ''
    if (stale.textContent !== text) stale.textContent = text
  }

  offerAlarm(alarm, find('.ticket__tell'), sentences, () => drawn.view)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask()
  })
  setInterval(showStale, CHECK_EVERY_MS)
  void ask()
}

/** Resolves to null if the server failed. `drawn`: the answer that `etag` belongs to. */
async function readAnswer(url: string, etag: string, drawn: Answer) {
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(), ANSWER_WITHIN_MS)
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      headers: etag ? { 'if-none-match': etag } : {},
      signal: controller.signal,
    })
    // After a reload, the server's page gives the reason.
    if (response.status === 404 || response.status === 410) location.reload()
    if (!response.ok && response.status !== 304) return null
    return { ...(await readView(response, drawn)), etag: response.headers.get('etag') ?? '' }
  } finally {
    clearTimeout(timeout)
  }
}

async function readView(response: Response, drawn: Answer): Promise<Answer> {
  if (response.ok) {
    const { asOf, ...view }: TicketView & { asOf: string } = await response.json()
    return { view, asOf }
  }
  const date = Date.parse(response.headers.get('date') ?? '')
  return { ...drawn, asOf: Number.isNaN(date) ? drawn.asOf : new Date(date).toISOString() }
}

function isSame(a: TicketView, b: TicketView) {
  return JSON.stringify(a) === JSON.stringify(b)
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
