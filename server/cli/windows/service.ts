import { win32 } from 'node:path'
import type { ServicePaths } from '../../config/windows/installation.ts'

const TASK = 'Clinic Queue'

/** Accounts by number, because Windows translates their names. */
const SYSTEM = '*S-1-5-18'
const ADMINISTRATORS = '*S-1-5-32-544'
const LOCAL_SERVICE = '*S-1-5-19'

/** The supervisor restarts the program after a crash. Windows restarts the supervisor. */
export function createTask({ program, home }: ServicePaths) {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Runs the clinic queue.</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
    </BootTrigger>
    <TimeTrigger>
      <Repetition>
        <Interval>PT1M</Interval>
      </Repetition>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Enabled>true</Enabled>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${LOCAL_SERVICE.slice(1)}</UserId>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>supervise</Arguments>
      <WorkingDirectory>${escapeXml(home)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Changes the owner, because a stranger may have made the folder and could regain all rights. */
export function getRightsCommands({ home, data, settings, commands }: ServicePaths) {
  const icacls = win32.join(commands, 'icacls.exe')
  const rights = [
    `${SYSTEM}:(OI)(CI)F`,
    `${ADMINISTRATORS}:(OI)(CI)F`,
    `${LOCAL_SERVICE}:(OI)(CI)M`,
  ]
  return [
    [icacls, home, '/setowner', ADMINISTRATORS, '/T', '/C', '/Q'],
    [icacls, home, '/inheritance:r', '/grant:r', ...rights, '/Q'],
    // Everything inside inherits its permissions only from the folder.
    ...[data, settings].map(path => [icacls, path, '/reset', '/T', '/C', '/Q']),
  ]
}

export function getTaskCommands({ task, commands }: ServicePaths) {
  const schtasks = win32.join(commands, 'schtasks.exe')
  return {
    create: [schtasks, '/create', '/tn', TASK, '/xml', task, '/f'],
    run: [schtasks, '/run', '/tn', TASK],
    end: [schtasks, '/end', '/tn', TASK],
    remove: [schtasks, '/delete', '/tn', TASK, '/f'],
  }
}

/** Allows local networks only, but any port, so a new port needs no new rule. */
export function getFirewallCommands({ program, commands }: ServicePaths) {
  const firewall = [win32.join(commands, 'netsh.exe'), 'advfirewall', 'firewall']
  return {
    close: [...firewall, 'delete', 'rule', `name=${TASK}`],
    open: [
      ...[...firewall, 'add', 'rule', `name=${TASK}`, 'dir=in', 'action=allow', 'protocol=TCP'],
      ...[`program=${program}`, 'profile=any', 'remoteip=localsubnet'],
    ],
  }
}

export const SETTINGS_TEMPLATE = `# Settings of the clinic queue, one NAME=value per line.
# After a change, run in an administrator's command prompt: clinic-queue.exe install

#PORT=3000
#CLINIC_TIME_ZONE=Asia/Kuala_Lumpur
#PUBLIC_URL=http://192.168.1.10:3000
#BACKUP_DIR=E:\\clinic
#BACKUP_PASSPHRASE=
#TLS_CERT=C:\\ProgramData\\Clinic Queue\\certificate.pem
#TLS_KEY=C:\\ProgramData\\Clinic Queue\\key.pem
#METRICS_TOKEN=
`.replaceAll('\n', '\r\n')
