import type { ReactNode } from 'react'
import type { AuditedChange } from '#domain/audit/audit'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../server/context.ts'

type PageContext = {
  app: App
  user: SignedInUser
  query(name: string): string | undefined
  recordAudit(change: AuditedChange): Promise<void>
  /** A URL that other machines can open. */
  getPublicUrl(path: string): string
}

export type Page = {
  path: string
  title: string
  /** Shown as "not found" to other users. */
  adminOnly?: boolean
  /** A rule of its own for who may see it. */
  isAllowed?(context: PageContext): Promise<boolean>
  /** A style sheet of a page that is no island. */
  sheet?: string
  render(context: PageContext): Promise<ReactNode>
}
