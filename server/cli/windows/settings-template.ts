/** Works like the Debian package's settings file, where lines that begin with # are ignored. */
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
