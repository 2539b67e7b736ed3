// Passes requests on to a server and shows it the token, for tools that cannot: `node doorkeeper.mjs ADDRESS TOKEN`.
// Hosts and origins are passed on as they come. The port it listens on is the first line it prints.

import http from "node:http";

const [, , address, token] = process.argv;
const [host, port] = address.split(":");

const server = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const passed = http.request({ host, port, path: request.url, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => response.destroy());
  response.on("close", () => passed.destroy());
  request.pipe(passed);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
