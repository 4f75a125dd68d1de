import { Children, type ReactNode, useEffect, useRef } from 'react'
import { ActionControl, type MenuItem } from '../menu/ActionControl.tsx'
import { MenuButton } from '../menu/MenuButton.tsx'

type Props = {
  name: string
  actions: MenuItem[]
  isBusy?: boolean
  isDim?: boolean
  editor?: ReactNode
  children: ReactNode
}

export function TableRow({ name, actions, isBusy = false, isDim = false, ...row }: Props) {
  const actionsCell = useRef<HTMLTableCellElement>(null)
  const isEdited = Boolean(row.editor)
  const wasEdited = useRef(false)

  useEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body) {
      const controls = actionsCell.current?.querySelectorAll<HTMLElement>('button, a') ?? []
      ;[...controls].find(control => control.offsetParent !== null)?.focus()
    }
    wasEdited.current = isEdited
  }, [isEdited])

  if (isEdited) {
    return (
      <tr className="table__row table__row--edited" aria-busy={isBusy}>
        <td className="table__editor" colSpan={Children.count(row.children) + 1}>
          {row.editor}
        </td>
      </tr>
    )
  }
  return (
    <tr
      className={`table__row table__row--acting ${isDim ? 'table__row--dim' : ''}`}
      aria-busy={isBusy}
    >
      {row.children}
      <td ref={actionsCell} className="table__actions">
        <fieldset className="table__buttons" aria-label={name}>
          {actions.map(action => (
            <ActionControl
              key={action.label}
              item={action}
              isBusy={isBusy}
              onSelect={() => action.onSelect?.()}
            />
          ))}
        </fieldset>
        <div className="table__menu">
          <MenuButton label={`More for ${name}`} listItems={() => actions} isBusy={isBusy} />
        </div>
      </td>
    </tr>
  )
}
