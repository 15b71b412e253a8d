// Code by Zapier, "Run Javascript". Input data: text, run, key.
const response = await fetch('https://svc.example.com/v1/redact', {
  method: 'POST',
  headers: {'X-Api-Key': inputData.key, 'Content-Type': 'application/json'},
  body: JSON.stringify({
    workflow_id: 'YOUR_ZAP_ID',
    platform: 'zapier',
    run_id: inputData.run,
    text: inputData.text,
  }),
});
if (!response.ok) {
  throw new Error(`redaction failed: ${response.status} ${await response.text()}`);
}
output = [await response.json()];
