import type { ReactNode } from 'react'
import type { AuditedChange } from '#domain/audit/audit-entry'
import type { CsvSeparator } from '#domain/reports/csv'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../server/context.ts'

type PageContext = {
  app: App
  user: SignedInUser
  query(name: string): string | undefined
  /** Aborts when the browser has disconnected. */
  signal: AbortSignal
  cookie(name: string): string | undefined
  recordAudit(change: AuditedChange): Promise<void>
  getPublicUrl(path: string): string
  csvSeparator: CsvSeparator
}

export type Page = {
  sheet?: string
  render(context: PageContext): Promise<ReactNode>
}
