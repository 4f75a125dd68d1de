import { DomainError } from '#domain/errors'
import { type Allowance, askedLately, waitBeforeNextAsking } from './asking-pace-rule.ts'

const MOST_ADDRESSES = 10_000

export type AskingPace = ReturnType<typeof openAskingPace>

/** Counts who asks how often, by address, and says `sentence` to whoever asks too often. */
export function openAskingPace(allowance: Allowance, sentence: string) {
  const askedBy = new Map<string, number[]>()

  /** `now` is milliseconds. */
  return function takeNote(address: string, now: number) {
    const asked = askedLately(askedBy.get(address) ?? [], now, allowance)
    const wait = waitBeforeNextAsking(asked, now, allowance)
    if (wait > 0) {
      throw new DomainError(sentence, { status: 429, retryAfterSeconds: Math.ceil(wait / 1000) })
    }
    askedBy.delete(address)
    askedBy.set(address, [...asked, now])
    const [oldest] = askedBy.keys()
    if (oldest !== undefined && askedBy.size > MOST_ADDRESSES) askedBy.delete(oldest)
  }
}
