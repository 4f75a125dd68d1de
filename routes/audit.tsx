import { AUDIT_ACTIONS, type AuditEntry } from '#domain/audit/audit-entry'
import type { CsvSeparator } from '#domain/reports/csv'
import { addDays, getClinicDay, getClinicTime, isDay, type TimeZone } from '#domain/time'
import { CsvButton } from '../islands/reports/CsvButton.tsx'
import { readAudit } from '../server/queries/audit.ts'
import { getToday } from '../server/queries/reports.ts'
import { getUsers } from '../server/queries/users.ts'
import type { Page } from './page.ts'

export const audit: Page = {
  sheet: 'islands/reports/reports.css',
  async render({ app, query, csvSeparator, recordAudit }) {
    const today = getToday(app)
    const day = (name: string, fallback: string) => {
      const given = query(name) ?? ''
      return isDay(given) ? given : fallback
    }
    const [from, to] = [day('from', addDays(today, -6)), day('to', today)]
    const [user, action] = [query('user') ?? '', query('action') ?? '']
    const before = Number(query('before')) || undefined
    await recordAudit({ action: 'audit read', subject: `${from} to ${to}` })
    const wanted = { from, to, user, action, before }
    const { entries, next } = await readAudit(app, wanted)
    const users = (await getUsers(app)).map(({ username }) => username)
    const address = new URLSearchParams({ from, to, user, action })
    return (
      <div className="reports">
        <header className="page-head row">
          <h1 className="page-head__title">Audit</h1>
        </header>
        <AuditForm {...{ from, to, user, action, users }} separator={csvSeparator} />
        <section
          className="frame reports__card reports__numbers reports__numbers--whole"
          aria-label="Entries"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
        >
          {entries.length === 0 ? (
            <p>Nothing was recorded in this period.</p>
          ) : (
            <Entries entries={entries} timeZone={app.config.timeZone} />
          )}
          {next !== null && (
            <a className="button" href={`/audit?${address}&before=${next}`}>
              Older
            </a>
          )}
        </section>
        <p className="soft">
          Entries are kept for twelve months. They have no patient's name: patients are named by
          their number of that day.
        </p>
      </div>
    )
  },
}

type FormProps = Record<'from' | 'to' | 'user' | 'action', string> & {
  users: string[]
  separator: CsvSeparator
}

function AuditForm({ from, to, user, action, users, separator }: FormProps) {
  return (
    <form className="reports__range" action="/audit">
      <label>
        From <input className="input" type="date" name="from" defaultValue={from} />
      </label>
      <label>
        to <input className="input" type="date" name="to" defaultValue={to} />
      </label>
      <label>
        by{' '}
        <input
          className="input"
          name="user"
          list="users"
          defaultValue={user}
          placeholder="everybody"
        />
        <datalist id="users">
          {users.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <label>
        what{' '}
        <select className="input" name="action" defaultValue={action}>
          <option value="">everything</option>
          {AUDIT_ACTIONS.map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" className="button">
        Show
      </button>
      <CsvButton action="/api/audit/entries.csv" separator={separator} />
    </form>
  )
}

function Entries({ entries, timeZone }: { entries: AuditEntry[]; timeZone: TimeZone }) {
  return (
    <table>
      <thead>
        <tr>
          {['Time', 'User', 'Address', 'What', 'Of', 'Detail'].map(title => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, username, address, action, subject, detail }) => (
          <tr key={id}>
            <th scope="row">
              {getClinicDay(at, timeZone)} {getClinicTime(at, timeZone)}
            </th>
            <td>{username ?? (address === null && 'command line')}</td>
            <td>{address}</td>
            <td>{action}</td>
            <td className="breakable">{subject}</td>
            <td className="breakable">{detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
