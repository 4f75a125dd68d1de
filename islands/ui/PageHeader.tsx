import type { ReactNode } from 'react'
import './PageHeader.css'

type Props = { title: string; about?: string; children?: ReactNode }

export function PageHeader({ title, about, children }: Props) {
  return (
    <header className="page-head">
      <div>
        <h1 className="page-head__title">{title}</h1>
        {about && <p className="page-head__about">{about}</p>}
      </div>
      {children && <div className="page-head__actions">{children}</div>}
    </header>
  )
}
