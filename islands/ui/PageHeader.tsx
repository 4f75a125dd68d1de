import type { ReactNode } from 'react'

type Props = { title: string; about?: ReactNode; children?: ReactNode }

export function PageHeader({ title, about, children }: Props) {
  return (
    <header className="page-head">
      <div className="page-head__text">
        <h1 className="page-head__title">{title}</h1>
        {about && <p className="page-head__about">{about}</p>}
      </div>
      {children && <div className="row page-head__tools">{children}</div>}
    </header>
  )
}
