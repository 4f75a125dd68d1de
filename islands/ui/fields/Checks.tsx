type Props<Id> = {
  label: string
  isLabelHidden?: boolean
  options: readonly { id: Id; name: string }[]
  chosen: readonly Id[]
  onChange(chosen: Id[]): void
}

export function Checks<Id extends string | number>({
  label,
  options,
  chosen,
  ...props
}: Props<Id>) {
  return (
    <fieldset className="checks">
      <legend className={props.isLabelHidden ? 'visually-hidden' : 'field__label'}>{label}</legend>
      {options.map(({ id, name }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => {
              const others = chosen.filter(other => other !== id)
              props.onChange(target.checked ? [...others, id] : others)
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
