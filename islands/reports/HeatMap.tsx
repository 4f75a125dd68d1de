import { listHours } from '#domain/reports/period'

/** Five shades, because users can hardly distinguish more. */
export const SHADES = [0, 1, 2, 3, 4]
export const DARKEST = 4

export const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

type HeatValue = { weekday: number; hour: number; value: number | null }

type Props = {
  title: string
  values: HeatValue[]
  /** Text of cells without patients. */
  none: string
  isNight(hour: number): boolean
}

/** On a phone, the days are the columns. */
export function HeatMap({ title, values, none, isNight }: Props) {
  const hours = listHours(values.map(({ hour }) => hour))
  const weekdays = [...new Set(values.map(({ weekday }) => weekday))].sort()
  const highest = Math.max(1, ...values.map(({ value }) => value ?? 0))
  const cells = new Map(values.map(({ weekday, hour, value }) => [`${weekday} ${hour}`, value]))
  return (
    <table className="heat">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {hours.map(hour => (
            <th key={hour} scope="col" data-night={isNight(hour)}>
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map(weekday => (
          <tr key={weekday}>
            <th scope="row">{WEEKDAYS[weekday - 1]?.slice(0, 3)}</th>
            {hours.map(hour => {
              const value = cells.get(`${weekday} ${hour}`) ?? null
              return (
                <td
                  key={hour}
                  data-heat={Math.ceil(((value ?? 0) / highest) * DARKEST)}
                  data-night={isNight(hour)}
                >
                  {value ?? none}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
