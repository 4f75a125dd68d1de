import { signal } from '@preact/signals-react'
import {
  isSessionOver,
  QR_EXPIRED,
  validatePhoneCode,
  WRONG_PHONE_SIDE_CODE,
  WRONG_SIGN_IN,
} from '#domain/auth/qr-session'
import { api, getClientErrorMessage, getErrorMessage, unwrap } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { toastError } from '../data/toasts.ts'
import { type SignInProblem, validateSignIn } from '../ui/SignInFields.tsx'
import { loadSavedStep, type PhoneStep, saveStep } from './saved-step.ts'

export function createPhoneSignInModel(sessionId: string, first: PhoneStep) {
  const step = signal<PhoneStep>(first)
  const problem = signal<SignInProblem | null>(null)
  const isBusy = signal(false)
  const qr = api.qr[':id']
  const param = { id: sessionId }

  /** Goes on where this page was, and follows what the TV does until `until` is aborted. */
  function start(until: AbortSignal) {
    const before = loadSavedStep(sessionId)
    if (before?.step === 'success' || step.value.step === 'login') step.value = before ?? step.value
    void look()
    const timer = setInterval(look, POLL_MS.qr)
    until.addEventListener('abort', () => clearInterval(timer))
  }

  /** The code may be typed on the TV instead, and then this page is done as well. */
  async function look() {
    if (step.value.step !== 'verify' || isBusy.value) return
    try {
      const { phase } = await unwrap(qr.status.$get({ param }))
      if (phase === 'complete') go({ step: 'success' })
    } catch (cause) {
      if (isSessionOver(getClientErrorMessage(cause) ?? '')) go({ step: 'expired', because: null })
    }
  }

  function go(next: PhoneStep) {
    step.value = next
    problem.value = null
    saveStep(sessionId, next)
  }

  /** Answers the field that has to be mended, or null. */
  async function authorize(username: string, password: string) {
    problem.value = validateSignIn(username, password)
    if (problem.value) return problem.value
    await attempt('Authorization Failed', WRONG_SIGN_IN, async () => {
      const { user, code } = await unwrap(
        qr.authorize.$post({ param, json: { username, password } }),
      )
      go({ step: 'verify', username: user.username, code })
    })
    return null
  }

  async function complete(typed: string) {
    const sentence = validatePhoneCode(typed)
    problem.value = sentence === null ? null : { field: null, sentence }
    if (sentence !== null) return
    await attempt('Verification Failed', WRONG_PHONE_SIDE_CODE, async () => {
      await unwrap(qr.finalize.$post({ param, json: { tvVerifier: typed.trim() } }))
      go({ step: 'success' })
    })
  }

  async function attempt(title: string, byDefault: string, send: () => Promise<void>) {
    if (isBusy.value) return
    isBusy.value = true
    try {
      await send()
    } catch (cause) {
      const sentence = getErrorMessage(cause, byDefault)
      if (isSessionOver(sentence)) await end(title)
      else fail(title, sentence)
    } finally {
      isBusy.value = false
    }
  }

  function fail(title: string, sentence: string) {
    problem.value = { field: null, sentence }
    toastError(title, sentence)
  }

  /** Unless the TV was faster, in which case all is well. */
  async function end(title: string) {
    const status = await unwrap(qr.status.$get({ param })).catch(() => null)
    if (status?.phase === 'complete') return go({ step: 'success' })
    toastError(title, QR_EXPIRED)
    go({ step: 'expired', because: null })
  }

  return { step, problem, isBusy, start, authorize, complete }
}
