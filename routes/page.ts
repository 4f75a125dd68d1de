import type { ReactNode } from 'react'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../server/context.ts'
import type { Session } from '../server/security/session.ts'

/** What a screen may look at before it is drawn. */
type Visit = {
  app: App
  session: Session
  user: SignedInUser
  query(name: string): string | undefined
}

/** One screen: its address, title, first data, and the islands that it is made of. */
export type Page = {
  path: string
  title: string
  /** Only for administrators; everybody else is told that there is no such page. */
  adminOnly?: boolean
  draw(visit: Visit): Promise<ReactNode>
}
