import { signal } from '@preact/signals-react'
import {
  INCOMPLETE_TV_CODE,
  isCompleteTvCode,
  type QrDialog,
  type QrEvent,
  reduceQrDialog,
  secondsLeft,
  WRONG_TV_SIDE_CODE,
} from '#domain/auth/qr-session'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { serverNow } from '../data/server-clock.ts'
import { toast, toastError, toastOnNextPage } from '../data/toasts.ts'
import { followQr, isQrSessionEnded } from './follow-qr.ts'
import { clearSavedQr, loadSavedQr, saveQr } from './saved-qr.ts'

const COUNTDOWN_INTERVAL_MS = 1_000
const AFTER_SIGN_IN = '/?fullscreen=1'

/** The TV's side of a sign-in by phone. `giveUp` is called when no QR code can be had. */
export function createQrSignInModel(giveUp: () => void) {
  const dialog = signal<QrDialog>({ phase: 'loading' })
  const seconds = signal(0)
  const code = signal('')
  const problem = signal<string | null>(null)
  const isVerifying = signal(false)
  let lookAgain = () => {}

  /** Goes on until `until` is aborted. */
  async function start(until: AbortSignal) {
    const qrId = loadSavedQr() ?? (await make())
    if (qrId === null || until.aborted) return
    saveQr(qrId)
    const heard = (event: QrEvent) => until.aborted || hear(event, qrId)
    const { look } = followQr(qrId, heard, until)
    lookAgain = () => void look()
    lookAgain()
    const counting = setInterval(() => count(qrId), COUNTDOWN_INTERVAL_MS)
    until.addEventListener('abort', () => clearInterval(counting))
  }

  async function make() {
    try {
      const made = await unwrap(api.qr.init.$post())
      hear({ type: 'made', ...made }, made.qrId)
      return made.qrId
    } catch (cause) {
      toastError('QR Code Failed', getErrorMessage(cause, 'Failed to generate QR code'))
      giveUp()
      return null
    }
  }

  function hear(event: QrEvent, qrId: string) {
    // While a code is on its way, its own answer tells how that ends.
    if (isVerifying.value && event.type !== 'tick') return
    const before = dialog.value
    dialog.value = reduceQrDialog(before, event)
    if ('expiresAt' in dialog.value) {
      seconds.value = secondsLeft(dialog.value.expiresAt, serverNow())
    }
    if (dialog.value.phase !== before.phase) enter(dialog.value, qrId)
  }

  function enter(now: QrDialog, qrId: string) {
    if (now.phase === 'authorized') {
      toast('Authorization Success', 'Waiting for final confirmation...')
    }
    if (now.phase === 'expired') {
      toastError('QR Code Expired', 'Please generate new QR code')
      clearSavedQr()
    }
    if (now.phase === 'complete') void claim(qrId, now.username)
  }

  function count(qrId: string) {
    hear({ type: 'tick', now: serverNow() }, qrId)
    // Once a phone has authorised it, the server alone says when it is over.
    if (dialog.value.phase === 'authorized' && seconds.value === 0) lookAgain()
  }

  /** Sends the phone's code. */
  async function verify() {
    const { value: now } = dialog
    if (now.phase !== 'authorized' || isVerifying.value) return
    if (!isCompleteTvCode(code.value)) return say('Code Incomplete', INCOMPLETE_TV_CODE)
    isVerifying.value = true
    problem.value = null
    try {
      const json = { tvVerifier: code.value }
      await unwrap(api.qr[':id'].finalize.$post({ param: { id: now.qrId }, json }))
      leave(now.username)
    } catch (cause) {
      code.value = ''
      isVerifying.value = false
      if (!isQrSessionEnded(cause))
        say('Verification Failed', getErrorMessage(cause, WRONG_TV_SIDE_CODE))
      // The phone may have been faster.
      lookAgain()
    }
  }

  /** Where the eye is, and as a toast. */
  function say(title: string, sentence: string) {
    problem.value = sentence
    toastError(title, sentence)
  }

  /** The phone has completed it; this browser alone may take the session. */
  async function claim(qrId: string, username: string) {
    try {
      await unwrap(api.qr[':id'].claim.$post({ param: { id: qrId } }))
      leave(username)
    } catch (cause) {
      // Closed meanwhile.
      if (loadSavedQr() !== qrId) return
      if (!isQrSessionEnded(cause)) return void setTimeout(() => claim(qrId, username), POLL_MS.qr)
      dialog.value = { phase: 'expired' }
      enter(dialog.value, qrId)
    }
  }

  function leave(username: string) {
    clearSavedQr()
    toastOnNextPage('QR Login Success', `Welcome, ${username}!`)
    location.replace(AFTER_SIGN_IN)
  }

  return { dialog, seconds, code, problem, isVerifying, start, verify }
}
