import type { Outcome } from './http-connection.ts'
import type { FuzzRequest } from './requests/request.ts'

/** A range that a file does not have, and a head that Bun refuses before the program sees it. */
const WITHOUT_SENTENCE = [416, 431]
/** HTTP version not supported: Bun refuses a request line with control characters. */
const BY_BUN = 505

/** What is wrong with the outcome of a request; null for nothing. */
export function findFault(request: FuzzRequest, outcome: Outcome): string | null {
  const { expected, method } = request
  if (typeof outcome === 'string') {
    if (expected === 'anything') return null
    return outcome === 'timeout' ? 'no response in time' : 'closed without a response'
  }
  const { status, headers, text } = outcome
  if (status >= 500 && status !== BY_BUN) return `status ${status}: ${text.slice(0, 200)}`
  if (status === 0) return 'not an HTTP response'
  const hasError = status >= 400 && !WITHOUT_SENTENCE.includes(status) && method !== 'HEAD'
  if (!hasError || expected === 'anything' || !isApi(request)) return null
  const isJson = headers.get('content-type')?.startsWith('application/json')
  return isJson && hasSentence(text)
    ? null
    : `status ${status} without a sentence: ${text.slice(0, 200)}`
}

function isApi({ path }: FuzzRequest) {
  const address = `http://x${path}`
  return URL.canParse(address) && /^\/api(\/|$)/i.test(new URL(address).pathname)
}

function hasSentence(text: string) {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'string' && /\S \S/.test(error)
  } catch {
    return false
  }
}
