import type { ReactNode } from 'react'

type Props = { title: string; about?: string; children?: ReactNode }

export function PageHeader({ title, about, children }: Props) {
  return (
    <header className="page-head row">
      <div>
        <h1 className="page-head__title">{title}</h1>
        {about && <p className="soft">{about}</p>}
      </div>
      {children && <div className="row">{children}</div>}
    </header>
  )
}
