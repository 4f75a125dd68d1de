type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503

type RowProblem = { line: number; sentence: string }

type Details = {
  status?: ErrorStatus
  field?: string
  retryAfterSeconds?: number
  problems?: RowProblem[]
  /** True if a sentence may have a patient's name, so the response is never stored for retries. */
  isPersonal?: boolean
}

/** An error whose message is for the user. `status`: HTTP status. `field`: the invalid input. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly status: ErrorStatus
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly problems: RowProblem[] | undefined
  readonly isPersonal: boolean

  constructor(message: string, details: Details = {}) {
    const { status = 409, field, retryAfterSeconds, problems, isPersonal = false } = details
    super(message)
    this.status = status
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
    this.problems = problems
    this.isPersonal = isPersonal
  }
}

/** An error whose message is one sentence for the console; the exit code is 1. */
export class ConfigError extends Error {}
