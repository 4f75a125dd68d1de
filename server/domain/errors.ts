export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 503

type Details = { status?: ErrorStatus; field?: string; retryAfterSeconds?: number }

/**
 * A "no" in words for the person at the desk. `status` is the HTTP answer (409 unless told), `field` the
 * input that is meant, `retryAfterSeconds` how long to wait before asking again.
 */
export class DomainError extends Error {
  override readonly name = 'Refusal'
  readonly status: ErrorStatus
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(sentence: string, { status = 409, field, retryAfterSeconds }: Details = {}) {
    super(sentence)
    this.status = status
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }
}
