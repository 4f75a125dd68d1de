import { signal } from '@preact/signals-react'
import {
  cleanCode,
  getPhoneCodeProblem,
  QR_EXPIRED,
  type QrAsker,
  WRONG_PHONE_SIDE_CODE,
  WRONG_SIGN_IN,
  WRONG_TV_SIDE_CODE,
} from '#domain/auth/qr-session'
import { ApiError, api, getClientErrorMessage, getErrorMessage, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { tabStorage } from '../data/storage.ts'
import { dismissAllToasts, toastError } from '../data/toasts.ts'
import { type SignInProblems, validateSignIn } from '../ui/fields/SignInFields.tsx'

const ENDING_PHRASES = ['invalid', 'expired', 'tidak sah', 'tamat tempoh']
const SERVER_FAILED = 'Something went wrong. Please try again.'
const TYPING_ERRORS = [WRONG_SIGN_IN, WRONG_PHONE_SIDE_CODE, WRONG_TV_SIDE_CODE]

/** `code`: shown on the phone, for the user to type on the TV. */
export type PhoneStep =
  | { step: 'login'; asker: QrAsker }
  | { step: 'verify'; username: string; code: string }
  | { step: 'success' }
  | { step: 'expired'; because: string | null }

type ToProblem = (cause: unknown) => string

export function createPhoneSignInModel(sessionId: string, initial: PhoneStep) {
  const step = signal<PhoneStep>(initial)
  const problems = signal<SignInProblems>({})
  const isBusy = signal(false)
  const qr = api.qr[':id']
  const param = { id: sessionId }
  const savedKey = `qr-phone-${sessionId}`

  function start(abortSignal: AbortSignal) {
    // Safe: only `goTo` writes this key.
    const saved = JSON.parse(tabStorage.getItem(savedKey) ?? 'null') as PhoneStep | null
    if (saved && (saved.step === 'success' || step.value.step === 'login')) step.value = saved
    void poll()
    const timer = setInterval(poll, STAFF_POLL_MS.qr)
    abortSignal.addEventListener('abort', () => clearInterval(timer))
  }

  async function isCompleted() {
    const { phase } = await unwrap(qr.status.$get({ param }))
    return phase === 'complete'
  }

  async function poll() {
    if (step.value.step !== 'verify' || isBusy.value) return
    try {
      if (await isCompleted()) goTo({ step: 'success' })
    } catch (cause) {
      if (isSessionEnded(getClientErrorMessage(cause) ?? ''))
        goTo({ step: 'expired', because: null })
    }
  }

  function goTo(next: PhoneStep) {
    // Otherwise, the toast of an earlier attempt would stay.
    dismissAllToasts()
    step.value = next
    problems.value = {}
    tabStorage.setItem(savedKey, JSON.stringify(next))
  }

  async function authorize(username: string, password: string) {
    const missing = validateSignIn(username, password)
    problems.value = missing ?? {}
    if (missing) return missing
    const json = { username, password }
    await attempt('Authorization Failed', toSignInProblem, async () => {
      const { user, code } = await unwrap(qr.authorize.$post({ param, json }))
      goTo({ step: 'verify', username: user.username, code })
    })
    return null
  }

  async function complete(typed: string) {
    const sentence = getPhoneCodeProblem(typed)
    problems.value = sentence === null ? {} : { form: sentence }
    if (sentence !== null) return
    await attempt('Verification Failed', toCodeProblem, async () => {
      await unwrap(qr.finalize.$post({ param, json: { tvVerifier: cleanCode(typed) } }))
      goTo({ step: 'success' })
    })
  }

  async function attempt(title: string, toProblem: ToProblem, send: () => Promise<void>) {
    if (isBusy.value) return
    isBusy.value = true
    await send().catch(async cause => {
      const sentence = toProblem(cause)
      const isOver = isSessionEnded(sentence)
      // The TV may have completed the sign-in first.
      if (isOver && (await isCompleted().catch(() => false))) return goTo({ step: 'success' })
      if (isOver) goTo({ step: 'expired', because: null })
      else problems.value = { form: sentence }
      toastError(title, isOver ? QR_EXPIRED : undefined)
    })
    isBusy.value = false
  }

  return { step, problems, isBusy, start, authorize, complete }
}

export function toSignInProblem(cause: unknown) {
  return isServerFailure(cause) ? WRONG_SIGN_IN : getErrorMessage(cause, WRONG_SIGN_IN)
}

/** Does not blame the code if the server fails at the last step. */
export function toCodeProblem(cause: unknown) {
  const fallback = isServerFailure(cause) ? SERVER_FAILED : WRONG_PHONE_SIDE_CODE
  return getErrorMessage(cause, fallback)
}

function isServerFailure(cause: unknown) {
  return cause instanceof ApiError && cause.status >= 500
}

export function isSessionEnded(message: string) {
  const lowered = message.toLowerCase()
  return !TYPING_ERRORS.includes(message) && ENDING_PHRASES.some(phrase => lowered.includes(phrase))
}
