import type { ReactNode } from 'react'
import './Table.css'

type CardProps = {
  title: ReactNode
  count?: number
  tools?: ReactNode
  className?: string
  children: ReactNode
}

export function TableCard({ title, count, tools, className = '', children }: CardProps) {
  return (
    <section className={`table-card frame ${className}`}>
      <header className="table-card__bar row">
        <h2 className="card__title table-card__title">
          {title}
          {count !== undefined && <span className="count"> ({count})</span>}
        </h2>
        {tools && <div className="row table-card__tools">{tools}</div>}
      </header>
      {children}
    </section>
  )
}

type TableProps = {
  label: string
  /** Columns without a width share the remaining space. */
  titles: (string | [title: string, width: string])[]
  hasActions?: boolean
  className: string
  children: ReactNode
}

/** On a phone, a row shows its name, then lines of facts, with the actions at the right. */
export function Table({ label, hasActions = false, className, children, ...props }: TableProps) {
  const titles = props.titles.map(title => (typeof title === 'string' ? [title] : title))
  return (
    <table className={`table ${className}`} aria-label={label}>
      <colgroup>
        {titles.map(([title, width]) => (
          <col key={title} width={width} />
        ))}
        {hasActions && <col className="table__actions-column" />}
      </colgroup>
      <thead>
        <tr>
          {titles.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {hasActions && (
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type NameProps = { children: ReactNode; below?: ReactNode }

export function NameCell({ children, below }: NameProps) {
  return (
    <th scope="row" className="table__name">
      <span>{children}</span>
      {below && <Below>{below}</Below>}
    </th>
  )
}

type CellProps = { children: ReactNode; below?: ReactNode; isAside?: boolean }

/** `isAside`: at the row's right edge on a phone, instead of on its own line. */
export function Cell({ children, below, isAside = false }: CellProps) {
  return (
    <td className={isAside ? 'table__aside' : 'table__fact'}>
      {children}
      {below && <Below>{below}</Below>}
    </td>
  )
}

/** The space separates the texts if the row is read as one text. */
function Below({ children }: { children: ReactNode }) {
  return (
    <>
      {' '}
      <span className="table__below soft fine">{children}</span>
    </>
  )
}
