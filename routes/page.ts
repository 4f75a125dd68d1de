import type { ReactNode } from 'react'
import type { SignedIn } from '#domain/users/user'
import type { Clinic } from '../server/context.ts'
import type { Session } from '../server/security/session.ts'

/** What a screen may look at before it is drawn. */
type Visit = {
  clinic: Clinic
  session: Session
  user: SignedIn
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
