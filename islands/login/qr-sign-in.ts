import { signal } from '@preact/signals-react'
import { INCOMPLETE_TV_CODE, isCompleteTvCode, WRONG_TV_SIDE_CODE } from '#domain/auth/qr-session'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { serverNow } from '../data/server-clock.ts'
import { toast, toastError, toastOnNextPage } from '../data/toasts.ts'
import { followQr, isQrSessionEnded } from './follow-qr.ts'
import { type QrDialog, type QrEvent, reduceQrDialog, secondsLeft } from './qr-dialog.ts'
import { clearSavedQr, loadSavedQr, saveQr } from './saved-qr.ts'

const COUNTDOWN_INTERVAL_MS = 1_000
const AFTER_SIGN_IN = '/?fullscreen=1'

/** The TV's side of a sign-in by phone. `onFailure`: no QR code could be created. */
export function createQrSignInModel(onFailure: () => void) {
  const dialog = signal<QrDialog>({ phase: 'loading' })
  const seconds = signal(0)
  let pollNow = () => {}
  // The phone may have completed it before a code was refused.
  const entry = createCodeEntry(() => pollNow())

  /** Runs until `abortSignal` is aborted. */
  async function start(abortSignal: AbortSignal) {
    const qrId = loadSavedQr() ?? (await createQrSession(abortSignal))
    if (qrId === null || abortSignal.aborted) return
    saveQr(qrId)
    const onEvent = (event: QrEvent) => abortSignal.aborted || handleEvent(event, qrId)
    const { poll } = followQr(qrId, onEvent, abortSignal)
    pollNow = () => void poll()
    pollNow()
    const timer = setInterval(() => tick(qrId), COUNTDOWN_INTERVAL_MS)
    abortSignal.addEventListener('abort', () => clearInterval(timer))
  }

  async function createQrSession(abortSignal: AbortSignal) {
    try {
      const session = await unwrap(api.qr.init.$post())
      handleEvent({ type: 'active', ...session }, session.qrId)
      return session.qrId
    } catch (cause) {
      if (abortSignal.aborted) return null
      toastError('QR Code Failed', getErrorMessage(cause, 'Failed to generate QR code'))
      onFailure()
      return null
    }
  }

  function handleEvent(event: QrEvent, qrId: string) {
    // The response to the pending code decides.
    if (entry.isVerifying.value && event.type !== 'tick') return
    const previous = dialog.value
    dialog.value = reduceQrDialog(previous, event)
    if ('expiresAt' in dialog.value) {
      seconds.value = secondsLeft(dialog.value.expiresAt, serverNow())
    }
    if (dialog.value.phase !== previous.phase) onPhaseChange(dialog.value, qrId)
  }

  function onPhaseChange(current: QrDialog, qrId: string) {
    if (current.phase === 'authorized') {
      toast('Authorization Success', 'Waiting for final confirmation...')
    }
    if (current.phase === 'expired') {
      toastError('QR Code Expired', 'Please generate new QR code')
      clearSavedQr()
    }
    if (current.phase === 'complete') void claim(qrId, current.username)
  }

  function tick(qrId: string) {
    handleEvent({ type: 'tick', now: serverNow() }, qrId)
    // After a phone has authorized it, only the server decides when it ends.
    if (dialog.value.phase === 'authorized' && seconds.value === 0) pollNow()
  }

  /** Only this browser may claim the session that the phone has completed. */
  async function claim(qrId: string, username: string) {
    try {
      await unwrap(api.qr[':id'].claim.$post({ param: { id: qrId } }))
      finish(username)
    } catch (cause) {
      // The dialog was closed meanwhile.
      if (loadSavedQr() !== qrId) return
      if (!isQrSessionEnded(cause)) return void setTimeout(() => claim(qrId, username), POLL_MS.qr)
      dialog.value = { phase: 'expired' }
      onPhaseChange(dialog.value, qrId)
    }
  }

  async function verify() {
    const { value: current } = dialog
    if (current.phase !== 'authorized') return
    if (await entry.verify(current.qrId)) finish(current.username)
  }

  return { ...entry, dialog, seconds, start, verify }
}

/** The field for the phone's code. `verify` resolves to whether the code was right. */
function createCodeEntry(onRefused: () => void) {
  const code = signal('')
  const problem = signal<string | null>(null)
  const isVerifying = signal(false)

  async function verify(id: string) {
    if (isVerifying.value) return false
    if (!isCompleteTvCode(code.value)) return refuse('Code Incomplete', INCOMPLETE_TV_CODE)
    isVerifying.value = true
    problem.value = null
    try {
      const json = { tvVerifier: code.value }
      await unwrap(api.qr[':id'].finalize.$post({ param: { id }, json }))
      return true
    } catch (cause) {
      code.value = ''
      isVerifying.value = false
      if (!isQrSessionEnded(cause))
        refuse('Verification Failed', getErrorMessage(cause, WRONG_TV_SIDE_CODE))
      onRefused()
      return false
    }
  }

  function refuse(title: string, sentence: string) {
    problem.value = sentence
    toastError(title, sentence)
    return false
  }

  return { code, problem, isVerifying, verify }
}

function finish(username: string) {
  clearSavedQr()
  toastOnNextPage('QR Login Success', `Welcome, ${username}!`)
  location.replace(AFTER_SIGN_IN)
}
