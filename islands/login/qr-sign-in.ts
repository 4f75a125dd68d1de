import { signal } from '@preact/signals-react'
import {
  cleanCode,
  INCOMPLETE_TV_CODE,
  isCompleteTvCode,
  type QrStatus,
  TV_CODE_DIGITS,
  WRONG_TV_SIDE_CODE,
} from '#domain/auth/qr-session'
import { QR_JOIN } from '#domain/events'
import { DISPLAY_PAGE } from '#domain/pages'
import { ApiError, api, getErrorMessage, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { serverNow } from '../data/server-clock.ts'
import { SOCKET_OPTIONS } from '../data/socket-options.ts'
import { toast, toastError, toastOnNextPage } from '../data/toasts.ts'
import { clearSavedQr, loadSavedQr, saveQr } from './saved-qr.ts'

const COUNTDOWN_INTERVAL_MS = 1_000
const ENDED_STATUSES = [403, 404, 410]
const PHASES = ['loading', 'active', 'authorized', 'complete', 'expired'] as const

const qr = api.qr[':id']

type QrDialog = QrStatus | { phase: 'loading' | 'expired' }

/** The TV's side of a QR sign-in. Its id is kept in session storage, so it survives a reload. */
export function createQrSignInModel(onFailure: () => void) {
  const dialog = signal<QrDialog>({ phase: 'loading' })
  const seconds = signal(0)
  const entry = createCodeEntry()
  const { isBusy } = entry

  async function start(abortSignal: AbortSignal) {
    if (loadSavedQr() === null) await createQrSession(abortSignal)
    const qrId = loadSavedQr()
    if (qrId === null || abortSignal.aborted) return
    void poll()
    const timers = [setInterval(poll, STAFF_POLL_MS.qr), setInterval(tick, COUNTDOWN_INTERVAL_MS)]
    abortSignal.addEventListener('abort', () => timers.forEach(clearInterval))
    // If this chunk cannot be loaded, polling is enough.
    const socketIo = await import('socket.io-client').catch(() => null)
    if (!socketIo || abortSignal.aborted) return
    const socket = socketIo.io({ ...SOCKET_OPTIONS, forceNew: true })
    abortSignal.addEventListener('abort', () => socket.disconnect())
    socket.on('connect', () => socket.emit(QR_JOIN, { qrId }))
    socket.onAny(poll)
  }

  async function createQrSession(abortSignal: AbortSignal) {
    try {
      const { qrId, ...session } = await unwrap(api.qr.init.$post())
      if (abortSignal.aborted) return
      saveQr(qrId)
      show({ phase: 'active', ...session })
    } catch (cause) {
      if (abortSignal.aborted) return
      toastError('QR Code Failed', getErrorMessage(cause, 'Failed to generate QR code'))
      onFailure()
    }
  }

  async function poll() {
    const id = loadSavedQr()
    if (id === null) return
    const status = await unwrap(qr.status.$get({ param: { id } })).catch(toExpired)
    // Ignores the poll while a code or a claim is sent, because that response decides the phase.
    if (status && loadSavedQr() === id && !isBusy.value) show(status)
  }

  function show(next: QrDialog) {
    const { phase } = dialog.value
    // Ignores an earlier phase, because responses may arrive out of order.
    if (PHASES.indexOf(next.phase) < PHASES.indexOf(phase)) return
    dialog.value = next
    tick()
    if (next.phase !== phase) announcePhase(next.phase)
    if (next.phase === 'complete') void claim(next.username)
    if (next.phase === 'expired') clearSavedQr()
  }

  function tick() {
    const { value: current } = dialog
    if (!('expiresAt' in current)) return
    seconds.value = secondsLeft(current.expiresAt, serverNow())
    // Once a phone has authorized the sign-in, only the server decides when it expires.
    if (current.phase === 'active' && seconds.value === 0) show({ phase: 'expired' })
  }

  /** Claims the session, which only this browser may do. The next poll retries after a failure. */
  async function claim(username: string) {
    isBusy.value = true
    const param = { id: loadSavedQr() ?? '' }
    const isClaimed = await unwrap(qr.claim.$post({ param })).catch(() => null)
    isBusy.value = false
    if (isClaimed) finish(username)
  }

  async function verify() {
    const { value: current } = dialog
    if (current.phase !== 'authorized' || isBusy.value) return
    if (await entry.verify()) finish(current.username)
    // The phone may have completed the sign-in before the code was rejected.
    else void poll()
  }

  return { ...entry, dialog, seconds, start, verify }
}

function createCodeEntry() {
  const code = signal('')
  const problem = signal<string | null>(null)
  const isBusy = signal(false)

  async function verify() {
    if (!isCompleteTvCode(code.value)) {
      problem.value = INCOMPLETE_TV_CODE
      toastError('Code Incomplete', INCOMPLETE_TV_CODE)
      return false
    }
    isBusy.value = true
    problem.value = null
    try {
      const param = { id: loadSavedQr() ?? '' }
      await unwrap(qr.finalize.$post({ param, json: { tvVerifier: code.value } }))
      return true
    } catch (cause) {
      code.value = ''
      if (toExpired(cause)) return false
      problem.value = getErrorMessage(cause, WRONG_TV_SIDE_CODE)
      toastError('Verification Failed')
      return false
    } finally {
      isBusy.value = false
    }
  }

  return { code, problem, isBusy, verify }
}

function announcePhase(phase: QrDialog['phase']) {
  if (phase === 'authorized') {
    toast('Authorization Success', 'Waiting for final confirmation...')
  } else if (phase === 'expired') toastError('QR Code Expired', 'Please generate new QR code')
}

function finish(username: string) {
  clearSavedQr()
  toastOnNextPage('QR Login Success', `Welcome, ${username}!`)
  location.replace(DISPLAY_PAGE)
}

function toExpired(cause: unknown) {
  const isEnded = cause instanceof ApiError && ENDED_STATUSES.includes(cause.status)
  return isEnded ? ({ phase: 'expired' } as const) : null
}

export function secondsLeft(expiresAt: string, now: string) {
  return Math.max(0, Math.floor((Date.parse(expiresAt) - Date.parse(now)) / 1000))
}

export function formatCountdown(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function cleanTypedCode(input: string) {
  return cleanCode(input).replace(/\D/g, '').slice(0, TV_CODE_DIGITS)
}
