-- A client can have one name: it is the last name, and the first name is empty.
ALTER TABLE "Client" DROP CONSTRAINT "Client_lengths";
ALTER TABLE "Client" ADD CONSTRAINT "Client_lengths" CHECK (char_length("firstName") <= 100 AND char_length("lastName") BETWEEN 1 AND 100
  AND char_length(email) <= 254 AND char_length(phone) BETWEEN 1 AND 50) NOT VALID;
